// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/loadplugindialog.h"

#include "ui/dialogs/lockerchoice.h"
#include "ui/dialogs/optionsschema.h"
#include "ui/dialogs/parameterfield.h"
#include "ui/dialogs/parameterform.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"
#include "ui/widgets/scrolling.h"
#include "ui/widgets/symbollabel.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/pluginwords.h"

#include <QtGui/QScreen>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QVBoxLayout>

#include <array>

namespace qontroller::ui {

LoadPluginDialog::LoadPluginDialog(ApplicationPort &application, QStringList takenNames,
                                   const QString &file, QWidget *parent)
    : QDialog(parent)
    , m_application(application)
    , m_takenNames(std::move(takenNames))
{
    setObjectName(QStringLiteral("loadPluginDialog"));
    setWindowTitle(tr("Load Controller Plugin"));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(makeChooser());
    layout->addWidget(makeMetadata());
    layout->addWidget(makeForms(), 1);
    m_error = selectableLabel("loadError", this, Qt::AutoText);
    setTextColor(*m_error, Severity::Bad);
    layout->addWidget(m_error);
    layout->addWidget(makeButtons());
    resize(fittingSize({640, 800}, screen()->availableSize())); // all of most forms
    if (file.isEmpty())
        showPlugin();
    else
        choose(file);
}

QWidget *LoadPluginDialog::makeChooser()
{
    auto *row = new QWidget(this);
    m_known = new QComboBox(row);
    m_known->setObjectName(QStringLiteral("knownPlugins"));
    m_known->setAccessibleName(tr("Plugin"));
    m_known->setPlaceholderText(tr("Choose a plugin"));
    leaveWheelToParents(*m_known);
    for (const PluginInfo &plugin : m_application.plugins()) {
        if (plugin.kind != PluginInfo::Kind::Locker)
            m_known->addItem(plugin.name.isEmpty() ? plugin.file : plugin.name, plugin.file);
    }
    m_known->setCurrentIndex(-1);
    auto *browseButton = new QPushButton(themeIcon("document-open"), tr("Choose &File…"), row);
    browseButton->setObjectName(QStringLiteral("choosePluginFile"));
    auto *label = new QLabel(tr("&Plugin:"), row);
    label->setBuddy(m_known);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_known, 1);
    layout->addWidget(browseButton);
    connect(m_known, &QComboBox::activated, this,
            [this](int index) { choose(m_known->itemData(index).toString()); });
    connect(browseButton, &QPushButton::clicked, this, &LoadPluginDialog::browse);
    return row;
}

QWidget *LoadPluginDialog::makeMetadata()
{
    auto *box = new QWidget(this);
    m_facts = selectableLabel("pluginFacts", box, Qt::AutoText);
    m_verdictIcon = new SymbolLabel(box);
    m_verdict = selectableLabel("pluginVerdict", box, Qt::AutoText);
    m_trust = new QCheckBox(tr("I &trust this file"), box);
    m_trust->setObjectName(QStringLiteral("pluginTrust"));
    auto *verdict = new QHBoxLayout;
    verdict->addWidget(m_verdictIcon, 0, Qt::AlignTop);
    verdict->addWidget(m_verdict, 1);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_facts);
    layout->addLayout(verdict);
    layout->addWidget(m_trust);
    connect(m_trust, &QCheckBox::toggled, this, &LoadPluginDialog::updateStart);
    return box;
}

QWidget *LoadPluginDialog::makeForms()
{
    m_forms = new QWidget(this);
    m_name = new QLineEdit(m_forms);
    m_name->setObjectName(QStringLiteral("controllerName"));
    m_name->setAccessibleName(tr("Name of the controller"));
    m_nameError = selectableLabel("controllerNameError", m_forms, Qt::AutoText);
    setTextColor(*m_nameError, Severity::Bad);
    m_nameError->setWordWrap(false); // one line, also of nothing: it moves nothing
    m_nameError->setMinimumHeight(m_nameError->fontMetrics().height());
    m_nameError->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto *nameForm = new QFormLayout;
    nameForm->setContentsMargins(8, 0, 8, 0);
    nameForm->addRow(tr("&Name *"), m_name);
    nameForm->addRow(QString(), m_nameError);
    m_isolated = new QCheckBox(tr("&Run in a process of its own"), m_forms);
    m_isolated->setObjectName(QStringLiteral("runIsolated"));
    const QString why = tr("If the plugin crashes or hangs, it is started again and nothing else "
                           "notices. Each object takes a little longer.");
    m_isolated->setToolTip(why);
    m_isolated->setAccessibleDescription(why);
    nameForm->addRow(QString(), m_isolated);

    m_parameters = new ParameterForm;
    m_parameters->setObjectName(QStringLiteral("parameterForm"));
    m_options = new ParameterForm;
    m_options->setObjectName(QStringLiteral("optionsForm"));
    m_locker = new LockerChoice(m_application.plugins());
    m_tabs = new QTabWidget(m_forms);
    m_tabs->setObjectName(QStringLiteral("formTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(scrolling(m_parameters, "parameterArea"), tr("P&arameters"));
    m_tabs->addTab(scrolling(m_options, "optionsArea"), tr("&Options"));
    m_tabs->addTab(scrolling(m_locker, "lockerArea"), tr("Loc&ks"));
    auto *layout = new QVBoxLayout(m_forms);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(nameForm);
    layout->addWidget(m_tabs, 1);
    connect(m_name, &QLineEdit::textEdited, this, &LoadPluginDialog::check);
    connect(m_parameters, &ParameterForm::edited, this, &LoadPluginDialog::check);
    connect(m_options, &ParameterForm::edited, this, &LoadPluginDialog::check);
    connect(m_locker, &LockerChoice::edited, this, &LoadPluginDialog::check);
    return m_forms;
}

QWidget *LoadPluginDialog::makeButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_start = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
    m_start->setObjectName(QStringLiteral("startController"));
    m_start->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &LoadPluginDialog::start);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void LoadPluginDialog::browse()
{
    auto *dialog = new QFileDialog(this, tr("Choose a Plugin File"));
    dialog->setObjectName(QStringLiteral("pluginFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Plugins (*.so)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &LoadPluginDialog::choose);
    dialog->open();
}

void LoadPluginDialog::choose(const QString &file)
{
    m_plugin = m_application.inspect(file);
    m_chosen = true;
    m_tried = false;
    if (m_known->findData(m_plugin.file) < 0)
        m_known->addItem(m_plugin.name.isEmpty() ? file : m_plugin.name, m_plugin.file);
    m_known->setCurrentIndex(m_known->findData(m_plugin.file));
    m_trust->setChecked(false);
    m_isolated->setChecked(false);
    m_name->setText(freeName());
    m_parameters->setSchema(m_plugin.parameters);
    m_options->setSchema(optionsSchema(), m_plugin.defaults);
    showPlugin();
}

QString LoadPluginDialog::freeName() const
{
    for (int number = 1;; ++number) {
        QString name = number == 1 ? m_plugin.id
                                   : QStringLiteral("%1-%2").arg(m_plugin.id).arg(number);
        if (!m_takenNames.contains(name))
            return name;
    }
}

void LoadPluginDialog::showPlugin()
{
    const bool startable = m_plugin.isUsable() || isUntrusted();
    m_facts->setVisible(m_chosen);
    m_forms->setVisible(m_chosen && startable);
    m_trust->setVisible(m_chosen && isUntrusted());
    m_error->clear();
    m_nameError->clear();
    if (!m_chosen) {
        m_verdict->setText(tr("Choose a plugin from the list or a file. You see what it is before "
                              "anything of it is loaded."));
    } else {
        m_verdictIcon->setState(iconStateOf(m_plugin.verdict));
        m_verdict->setText(m_plugin.sentence);
        showFacts();
    }
    updateStart();
}

void LoadPluginDialog::showFacts()
{
    const QString version = m_plugin.version.isEmpty() ? QString()
                                                       : QLatin1Char(' ') + m_plugin.version;
    QString text = QStringLiteral("<b>%1</b>%2")
                       .arg(m_plugin.name.isEmpty() ? tr("Unknown plugin")
                                                    : m_plugin.name.toHtmlEscaped(),
                            version.toHtmlEscaped());
    QStringList facts;
    for (const QString &fact : {m_plugin.vendor, m_plugin.license, m_plugin.id})
        facts += fact.isEmpty() ? QStringList() : QStringList{fact.toHtmlEscaped()};
    if (!m_plugin.apiVersion.isEmpty())
        facts += tr("API %1").arg(m_plugin.apiVersion).toHtmlEscaped();
    if (!facts.isEmpty())
        text += QStringLiteral("<br>") + facts.join(QStringLiteral(" · "));
    if (!m_plugin.description.isEmpty())
        text += QStringLiteral("<br>") + m_plugin.description.toHtmlEscaped();
    text += QStringLiteral("<br><small>%1</small>").arg(m_plugin.file.toHtmlEscaped());
    if (isUntrusted())
        text += QStringLiteral("<br><small>SHA-256 %1</small>")
                    .arg(m_plugin.sha256.toHtmlEscaped());
    m_facts->setText(text);
}

StartRequest LoadPluginDialog::request() const
{
    return {m_name->text().trimmed(),
            m_plugin.file,
            m_plugin.id,
            m_parameters->values(),
            withoutDefaults(m_options->values(), optionsSchema()),
            m_locker->id(),
            m_locker->parameters(),
            m_isolated->isChecked()};
}

QList<ParameterError> LoadPluginDialog::inputErrors() const
{
    return prefixed(QStringLiteral("/parameters"), m_parameters->inputErrors())
           + prefixed(QStringLiteral("/options"), m_options->inputErrors())
           + prefixed(QStringLiteral("/locker/parameters"), m_locker->inputErrors());
}

// What the inputs know comes first: it says more than a schema can.
QList<ParameterError> LoadPluginDialog::errors() const
{
    QList<ParameterError> errors = inputErrors();
    const QString name = m_name->text().trimmed();
    if (name.isEmpty())
        errors += {QStringLiteral("/name"), tr("A name is needed.")};
    else if (m_takenNames.contains(name))
        errors += {QStringLiteral("/name"), tr("A controller of this name runs already.")};
    QStringList said;
    for (const ParameterError &error : std::as_const(errors))
        said += error.path;
    for (const ParameterError &error : m_application.validate(request())) {
        if (!said.contains(error.path))
            errors += error;
    }
    return errors;
}

bool LoadPluginDialog::showErrors(const QList<ParameterError> &errors)
{
    QList<ParameterError> left = prefixed(QStringLiteral("/parameters"),
                                          m_parameters->setErrors(
                                              below(QStringLiteral("/parameters"), errors)));
    left += prefixed(QStringLiteral("/options"),
                     m_options->setErrors(below(QStringLiteral("/options"), errors)));
    left += prefixed(QStringLiteral("/locker/parameters"),
                     m_locker->setErrors(below(QStringLiteral("/locker/parameters"), errors)));
    QStringList names;
    QStringList others;
    for (const ParameterError &error : errors) {
        if (error.path == QLatin1String("/name"))
            names += error.sentence;
        else if (!error.path.startsWith(QLatin1String("/parameters"))
                 && !error.path.startsWith(QLatin1String("/options"))
                 && !error.path.startsWith(QLatin1String("/locker/parameters")))
            others += error.sentence;
    }
    for (const ParameterError &error : left)
        others += error.path + QStringLiteral(": ") + error.sentence;
    m_nameError->setText(names.join(QLatin1Char(' ')));
    m_error->setText(others.join(QLatin1Char('\n')));
    return errors.isEmpty();
}

// Before Start was tried only what was touched is judged, not what is still to come.
void LoadPluginDialog::check()
{
    QList<ParameterError> all = errors();
    if (!m_tried)
        all.removeIf([this](const ParameterError &error) { return !isTouched(error.path); });
    showErrors(all);
}

bool LoadPluginDialog::isTouched(const QString &path) const
{
    const auto within = [&path](const char *prefix, const ParameterForm &form) {
        const QLatin1String start(prefix);
        return path.startsWith(start) && form.isTouched(path.mid(start.size()));
    };
    return (path == QLatin1String("/name") && m_name->isModified())
           || within("/parameters", *m_parameters) || within("/options", *m_options)
           || within("/locker/parameters", m_locker->form());
}

// Whatever is in sight: a Start that seems to do nothing explains nothing.
void LoadPluginDialog::goToFirstError()
{
    if (!m_nameError->text().isEmpty())
        return m_name->setFocus();
    const std::array<const ParameterForm *, 3> forms{m_parameters, m_options, &m_locker->form()};
    for (std::size_t i = 0; i < forms.size(); ++i) {
        ParameterField *field = forms[i]->firstError();
        if (!field)
            continue;
        m_tabs->setCurrentIndex(int(i));
        field->setFocus();
        static_cast<QScrollArea *>(m_tabs->currentWidget())->ensureWidgetVisible(field);
        return;
    }
}

bool LoadPluginDialog::isUntrusted() const
{
    return m_plugin.verdict == PluginInfo::Verdict::Untrusted;
}

QString LoadPluginDialog::whyNotStart() const
{
    if (!m_chosen)
        return tr("No plugin is chosen.");
    if (isUntrusted())
        return m_trust->isChecked() ? QString() : tr("Tick first that you trust the file.");
    return m_plugin.isUsable() ? QString() : tr("The plugin cannot be used.");
}

void LoadPluginDialog::updateStart()
{
    allow(*m_start, whyNotStart());
}

void LoadPluginDialog::start()
{
    if (!whyNotStart().isEmpty())
        return;
    m_tried = true;
    if (!showErrors(errors()))
        return goToFirstError();
    if (isUntrusted()) {
        const Result trusted = m_application.decide(PluginDecision::Trust, m_plugin);
        if (!trusted.isDone())
            return m_error->setText(trusted.sentence);
    }
    const StartRequest wanted = request();
    const Result result = m_application.start(wanted);
    if (!result.isDone()) {
        showErrors(result.errors);
        if (m_error->text().isEmpty() && result.errors.isEmpty())
            m_error->setText(result.sentence);
        return goToFirstError();
    }
    emit started(wanted.name);
    accept();
}

} // namespace qontroller::ui
