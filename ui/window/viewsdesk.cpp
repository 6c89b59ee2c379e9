// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/viewsdesk.h"

#include "ui/actions/actions.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"
#include "ui/window/noticeboard.h"

#include <QtGui/QAction>
#include <QtWidgets/QInputDialog>

namespace qontroller::ui {

ViewsDesk::ViewsDesk(QWidget &window, const Actions &actions, WindowSettings &settings,
                     const FilterBox &filterBox, FacetsPane &facets, Noticeboard &notices)
    : m_window(window)
    , m_views(settings)
    , m_filterBox(filterBox)
    , m_facets(facets)
    , m_notices(notices)
{
    connect(actions.saveView, &QAction::triggered, this, &ViewsDesk::askSave);
    connect(actions.deleteView, &QAction::triggered, this, &ViewsDesk::askDelete);
    show();
}

void ViewsDesk::show()
{
    m_facets.showViews(m_views.all());
    emit viewsChanged();
}

void ViewsDesk::askSave()
{
    auto *dialog = new QInputDialog(&m_window);
    dialog->setObjectName(QStringLiteral("saveViewDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Filter as View"));
    dialog->setLabelText(tr("Name for \"%1\":").arg(m_filterBox.text()));
    dialog->setComboBoxItems(m_views.names());
    dialog->setComboBoxEditable(true);
    dialog->setTextValue({});
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &name) {
        if (!name.simplified().isEmpty())
            save({name.simplified(), m_filterBox.text()});
    });
    dialog->open();
}

void ViewsDesk::save(const SavedView &view)
{
    m_views.save(view);
    show();
}

void ViewsDesk::askDelete()
{
    auto *dialog = new QInputDialog(&m_window);
    dialog->setObjectName(QStringLiteral("deleteViewDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Delete View"));
    dialog->setLabelText(tr("View to delete:"));
    dialog->setOkButtonText(tr("&Delete"));
    dialog->setComboBoxItems(m_views.names());
    connect(dialog, &QInputDialog::textValueSelected, this, &ViewsDesk::remove);
    dialog->open();
}

void ViewsDesk::remove(const QString &name)
{
    const auto view = m_views.remove(name);
    if (!view)
        return;
    show();
    m_notices.say(tr("View \"%1\" deleted.").arg(name),
                  {{tr("Undo"), [this, view] { save(*view); }}});
}

} // namespace qontroller::ui
