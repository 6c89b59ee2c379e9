// SPDX-License-Identifier: GPL-3.0-or-later
// What leads to a choice of items: filter, facets, saved views.
#include "ui/window/mainwindow_p.h"

#include "ui/models/signature.h"
#include "ui/words/format.h"

#include <QtWidgets/QInputDialog>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostErrorFacets = 8;

} // namespace

void MainWindow::Private::setFilter(const Filter &filter)
{
    filtered = !filter.isEmpty();
    tabs->items().setFilter(filter);
    tabs->setFiltered(filtered);
    facets->setFilterText(filterBox->text());
    updateActions();
}

void MainWindow::Private::showErrorFacets() const
{
    QList<FacetsPane::Error> errors;
    const FailuresModel &failures = tabs->failures();
    for (int row = 0; row < failures.rowCount(); ++row) {
        const FailureGroup &group = failures.rowAt(row);
        errors += {toLine(group.signature), signaturePattern(group.signature), group.items};
    }
    const auto end = errors.begin() + std::min<qsizetype>(errors.size(), MostErrorFacets);
    std::partial_sort(errors.begin(), end, errors.end(), [](const auto &a, const auto &b) {
        return a.items != b.items ? a.items > b.items : a.expression < b.expression;
    });
    facets->showErrors({errors.begin(), end});
}

void MainWindow::Private::chooseFacet(const QString &field, const QString &value) const
{
    tabs->setCurrentTab(Tabs::Tab::Items);
    if (field == QLatin1String("view"))
        return filterBox->setFilterText(value);
    const bool error = field == QLatin1String("error");
    const QString term = value.isEmpty() ? QString()
                         : error         ? QStringLiteral("error:/%1/").arg(value)
                                         : filterTerm(field, value);
    filterBox->setFilterText(replaceFilterTerm(filterBox->text(), field, term));
}

void MainWindow::Private::askSaveView()
{
    if (!filtered)
        return say(tr("There is no filter to keep."));
    auto *dialog = new QInputDialog(&q);
    dialog->setObjectName(QStringLiteral("saveViewDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Filter as View"));
    dialog->setLabelText(tr("Name for \"%1\":").arg(filterBox->text()));
    dialog->setComboBoxItems(views.names());
    dialog->setComboBoxEditable(true);
    dialog->setTextValue({});
    QObject::connect(dialog, &QInputDialog::textValueSelected, &q,
                     [this](const QString &name) { saveView(name.simplified()); });
    dialog->open();
}

void MainWindow::Private::saveView(const QString &name)
{
    if (name.isEmpty())
        return;
    views.save({name, filterBox->text()});
    facets->showViews(views.all());
    updateActions();
}

void MainWindow::Private::askDeleteView()
{
    auto *dialog = new QInputDialog(&q);
    dialog->setObjectName(QStringLiteral("deleteViewDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Delete View"));
    dialog->setLabelText(tr("View to delete:"));
    dialog->setOkButtonText(tr("&Delete"));
    dialog->setComboBoxItems(views.names());
    QObject::connect(dialog, &QInputDialog::textValueSelected, &q,
                     [this](const QString &name) { deleteView(name); });
    dialog->open();
}

void MainWindow::Private::deleteView(const QString &name)
{
    const auto view = views.remove(name);
    if (!view)
        return;
    facets->showViews(views.all());
    updateActions();
    say(tr("View \"%1\" deleted.").arg(name), {{tr("Undo"), [this, view] {
                                                    views.save(*view);
                                                    facets->showViews(views.all());
                                                    updateActions();
                                                }}});
}

} // namespace qontroller::ui
