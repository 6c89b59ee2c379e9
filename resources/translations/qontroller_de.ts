<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Application</name>
    <message>
        <source>%1 is trusted until it changes.</source>
        <translation>%1 wird vertraut, bis es sich ändert.</translation>
    </message>
    <message>
        <source>%1 is not loaded from the next start on.</source>
        <translation>%1 wird ab dem nächsten Start nicht mehr geladen.</translation>
    </message>
    <message>
        <source>%1 is disabled.</source>
        <translation>%1 ist abgeschaltet.</translation>
    </message>
    <message>
        <source>%1 is enabled.</source>
        <translation>%1 ist eingeschaltet.</translation>
    </message>
    <message>
        <source>%1 may be loaded again.</source>
        <translation>%1 darf wieder geladen werden.</translation>
    </message>
    <message>
        <source>A controller named &quot;%1&quot; runs already: choose another name.</source>
        <translation>Ein Controller namens „%1“ läuft schon: wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>%1 runs.</source>
        <translation>%1 läuft.</translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s) of the session run.</source>
        <translation>
            <numerusform>%n Controller der Sitzung läuft.</numerusform>
            <numerusform>%n Controller der Sitzung laufen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s) saved.</source>
        <translation>
            <numerusform>%n Controller gespeichert.</numerusform>
            <numerusform>%n Controller gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 is loaded.</source>
        <translation>%1 %2 ist geladen.</translation>
    </message>
    <message>
        <source>%1 %2 works with this program.</source>
        <translation>%1 %2 passt zu diesem Programm.</translation>
    </message>
    <message>
        <source>%1 cannot be started.</source>
        <translation>%1 kann nicht gestartet werden.</translation>
    </message>
    <message>
        <source>%1 is shown in a window of its own.</source>
        <translation>%1 wird in einem eigenen Fenster gezeigt.</translation>
    </message>
    <message>
        <source>This window shows hosts elsewhere: their controllers are those of their sessions.</source>
        <translation>Dieses Fenster zeigt Hosts anderswo: Ihre Controller sind die ihrer Sitzungen.</translation>
    </message>
    <message>
        <source>%1 is shown already, as %2.</source>
        <translation>%1 wird schon gezeigt, als %2.</translation>
    </message>
    <message>
        <source>Another host is called %1, too: this one is shown as %2.</source>
        <translation>Ein anderer Host heißt auch %1: Dieser wird als %2 gezeigt.</translation>
    </message>
    <message>
        <source>Several hosts are called %1 here. Name one by its socket: %2.</source>
        <translation>Hier heißen mehrere Hosts %1. Nennen Sie einen mit seinem Socket: %2.</translation>
    </message>
    <message>
        <source>Another session is being applied.</source>
        <translation>Eine andere Sitzung wird gerade angewendet.</translation>
    </message>
    <message>
        <source>No host is called %1 here.</source>
        <translation>Kein Host heißt hier %1.</translation>
    </message>
    <message>
        <source>None runs here whose socket you can see.</source>
        <translation>Hier läuft keiner, dessen Socket Sie sehen können.</translation>
    </message>
    <message>
        <source>Those that run here: %1.</source>
        <translation>Hier laufen: %1.</translation>
    </message>
    <message>
        <source>The session is saved, and what its objects are is not kept with it: %1</source>
        <translation>Die Sitzung ist gespeichert, und was von ihren Objekten bekannt ist, wird nicht mit ihr behalten: %1</translation>
    </message>
    <message>
        <source>The demonstration begins in a window of its own.</source>
        <translation>Die Vorführung beginnt in einem eigenen Fenster.</translation>
    </message>
    <message>
        <source>%1 is not in the session of its host, so nobody knows its parameters.</source>
        <translation>%1 steht nicht in der Sitzung seines Hosts, daher kennt niemand seine Parameter.</translation>
    </message>
    <message>
        <source>The host of %1 does not tell of its plugin %2.</source>
        <translation>Der Host von %1 sagt nichts über dessen Plugin %2.</translation>
    </message>
    <message>
        <source>The parameters of %1 have been changed meanwhile: open them again.</source>
        <translation>Die Parameter von %1 wurden inzwischen geändert: öffnen Sie sie noch einmal.</translation>
    </message>
</context>
<context>
    <name>Attentions</name>
    <message numerus="yes">
        <source>%n removal(s) held</source>
        <translation>
            <numerusform>%n Entfernung zurückgehalten</numerusform>
            <numerusform>%n Entfernungen zurückgehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>from before the controller started</source>
        <translation>aus der Zeit vor dem Start des Controllers</translation>
    </message>
    <message>
        <source>%1 of them had gone or were held before</source>
        <translation>%1 davon waren schon vorher fort oder zurückgehalten</translation>
    </message>
    <message>
        <source>no longer held: %1 (they run, or an operator has decided)</source>
        <translation>nicht mehr zurückgehalten: %1 (sie laufen, oder ein Bediener hat entschieden)</translation>
    </message>
    <message>
        <source>the storage denies %1 of %2 objects</source>
        <translation>der Speicher meldet %1 von %2 Objekten als fort</translation>
    </message>
    <message>
        <source>a list lacked %1 of %2 objects</source>
        <translation>in einer Liste fehlten %1 von %2 Objekten</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) in back-off</source>
        <translation>
            <numerusform>%n Objekt in Wartezeit</numerusform>
            <numerusform>%n Objekte in Wartezeit</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of them wait for the retry rate, about %2</source>
        <translation>%1 davon warten auf die Wiederholrate, etwa %2</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Cannot list</source>
        <translation>Kann nicht auflisten</translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) in a row have failed</source>
        <translation>
            <numerusform>%n Liste gescheitert</numerusform>
            <numerusform>%n Listen nacheinander gescheitert</numerusform>
        </translation>
    </message>
    <message>
        <source>All of its objects are paused</source>
        <translation>Alle seine Objekte sind angehalten</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) paused</source>
        <translation>
            <numerusform>%n Objekt angehalten</numerusform>
            <numerusform>%n Objekte angehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>gesund</translation>
    </message>
    <message>
        <source>working</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>eingeschränkt</translation>
    </message>
    <message>
        <source>failing</source>
        <translation>gestört</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>List Now</source>
        <translation>Jetzt auflisten</translation>
    </message>
    <message>
        <source>Set Workers…</source>
        <translation>Arbeiter einstellen …</translation>
    </message>
    <message>
        <source>Take Over…</source>
        <translation>Übernehmen …</translation>
    </message>
    <message>
        <source>Force…</source>
        <translation>Erzwingen …</translation>
    </message>
    <message>
        <source>Try Now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>A restart would forget what happens now, commands too</source>
        <translation>Ein Neustart würde vergessen, was jetzt geschieht, auch Befehle</translation>
    </message>
    <message>
        <source>The start has not found all that was before it</source>
        <translation>Der Start hat nicht alles gefunden, was vor ihm war</translation>
    </message>
    <message>
        <source>The session that was asked for last is not applied</source>
        <translation>Die zuletzt verlangte Sitzung ist nicht angewandt</translation>
    </message>
    <message>
        <source>A restart goes back to the session's file</source>
        <translation>Ein Neustart kehrt zur Datei der Sitzung zurück</translation>
    </message>
    <message>
        <source>It does not run</source>
        <translation>Er läuft nicht</translation>
    </message>
    <message>
        <source>The lock service is away, so nothing runs</source>
        <translation>Der Sperrdienst ist fort, darum läuft nichts</translation>
    </message>
    <message>
        <source>The host stops</source>
        <translation>Der Host wird beendet</translation>
    </message>
    <message>
        <source>It is being removed</source>
        <translation>Er wird entfernt</translation>
    </message>
    <message>
        <source>It has no workers, so nothing runs</source>
        <translation>Er hat keine Arbeiter, darum läuft nichts</translation>
    </message>
    <message>
        <source>Another controller owns what it works on</source>
        <translation>Ein anderer Controller besitzt, woran er arbeitet</translation>
    </message>
    <message>
        <source>A list takes long</source>
        <translation>Eine Liste dauert lange</translation>
    </message>
    <message>
        <source>The last list was not complete, so deletions wait</source>
        <translation>Die letzte Liste war nicht vollständig, darum warten Löschungen</translation>
    </message>
    <message>
        <source>The first list has not ended yet</source>
        <translation>Die erste Liste ist noch nicht zu Ende</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) past the deadline, and still running</source>
        <translation>
            <numerusform>%n Objekt läuft über seine Frist hinaus</numerusform>
            <numerusform>%n Objekte laufen über ihre Frist hinaus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) failed</source>
        <translation>
            <numerusform>%n Objekt gescheitert</numerusform>
            <numerusform>%n Objekte gescheitert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) parked</source>
        <translation>
            <numerusform>%n Objekt abgestellt</numerusform>
            <numerusform>%n Objekte abgestellt</numerusform>
        </translation>
    </message>
    <message>
        <source>The host is short of something</source>
        <translation>Dem Host fehlt etwas</translation>
    </message>
    <message>
        <source>The watch is down, so only lists see changes</source>
        <translation>Die Beobachtung steht still, nur Listen sehen Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) run again and again, and nothing has changed</source>
        <translation>
            <numerusform>%n Objekt läuft immer wieder, und nichts hat sich geändert</numerusform>
            <numerusform>%n Objekte laufen immer wieder, und nichts hat sich geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>The drain makes no progress</source>
        <translation>Das Leerlaufen kommt nicht voran</translation>
    </message>
    <message>
        <source>The work of an operation fails, and is tried again</source>
        <translation>Die Arbeit eines Vorgangs scheitert und wird wiederholt</translation>
    </message>
    <message>
        <source>acknowledged by %1</source>
        <translation>quittiert von %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>um %1 Uhr</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1 Uhr</translation>
    </message>
    <message>
        <source>too many at once to be believed</source>
        <translation>zu viele auf einmal, um es zu glauben</translation>
    </message>
    <message>
        <source>Requeue %1</source>
        <translation>Neu einreihen %1</translation>
    </message>
    <message>
        <source>Keep %1…</source>
        <translation>Behalten %1 …</translation>
    </message>
    <message>
        <source>Remove %1…</source>
        <translation>Entfernen %1 …</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>Anhalten %1</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>Fortsetzen %1</translation>
    </message>
    <message>
        <source>Apply Session…</source>
        <translation>Sitzung anwenden…</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>Quittieren…</translation>
    </message>
    <message>
        <source>Take Back Acknowledgement</source>
        <translation>Quittierung zurücknehmen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Go Back Now</source>
        <translation>Jetzt zurück</translation>
    </message>
    <message numerus="yes">
        <source>%n worker(s) for a time, then %1 again</source>
        <translation>
            <numerusform>Für eine Zeit %n Arbeiter, dann wieder %1</numerusform>
            <numerusform>Für eine Zeit %n Arbeiter, dann wieder %1</numerusform>
        </translation>
    </message>
    <message>
        <source>set by %1</source>
        <translation>eingestellt von %1</translation>
    </message>
    <message>
        <source>Save Session</source>
        <translation>Sitzung speichern</translation>
    </message>
</context>
<context>
    <name>ChangeWords</name>
    <message>
        <source>%1: %2, and %3 in the session</source>
        <translation>%1: %2, und %3 in der Sitzung</translation>
    </message>
    <message>
        <source>%1: %2 until %3, then %4</source>
        <translation>%1: %2 bis %3, dann %4</translation>
    </message>
</context>
<context>
    <name>Commander</name>
    <message>
        <source>all controllers</source>
        <translation>alle Controller</translation>
    </message>
    <message>
        <source>controller %1</source>
        <translation>Controller %1</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>ein Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 paused.</source>
        <translation>%1 angehalten.</translation>
    </message>
    <message>
        <source>%1 resumed.</source>
        <translation>%1 fortgesetzt.</translation>
    </message>
    <message>
        <source>%1 requeued.</source>
        <translation>%1 neu eingereiht.</translation>
    </message>
    <message>
        <source>%1 discarded.</source>
        <translation>%1 verworfen.</translation>
    </message>
    <message>
        <source>To be removed: %1.</source>
        <translation>Wird entfernt: %1.</translation>
    </message>
    <message>
        <source>Kept: %1.</source>
        <translation>Behalten: %1.</translation>
    </message>
    <message>
        <source>%1 Skipped: %2.</source>
        <translation>%1 Ausgelassen: %2.</translation>
    </message>
    <message>
        <source>Paused, so that nothing runs before it is resumed: %1.</source>
        <translation>Angehalten, sodass vor dem Fortsetzen nichts läuft: %1.</translation>
    </message>
    <message>
        <source>Without workers, so that nothing runs: %1.</source>
        <translation>Ohne Arbeiter, sodass nichts läuft: %1.</translation>
    </message>
    <message>
        <source>all controllers of %1</source>
        <translation>alle Controller von %1</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>Pause controller</source>
        <translation>Controller anhalten</translation>
    </message>
    <message>
        <source>Resume controller</source>
        <translation>Controller fortsetzen</translation>
    </message>
    <message>
        <source>Resync now</source>
        <translation>Jetzt abgleichen</translation>
    </message>
    <message>
        <source>Drain and remove</source>
        <translation>Leerlaufen lassen und entfernen</translation>
    </message>
    <message>
        <source>End the drain now</source>
        <translation>Leerlaufen jetzt beenden</translation>
    </message>
    <message numerus="yes">
        <source>Pause %n object(s)</source>
        <translation>
            <numerusform>Ein Objekt anhalten</numerusform>
            <numerusform>%n Objekte anhalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resume %n object(s)</source>
        <translation>
            <numerusform>Ein Objekt fortsetzen</numerusform>
            <numerusform>%n Objekte fortsetzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requeue %n object(s)</source>
        <translation>
            <numerusform>Ein Objekt neu einreihen</numerusform>
            <numerusform>%n Objekte neu einreihen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n object(s)</source>
        <translation>
            <numerusform>Ein Objekt verwerfen</numerusform>
            <numerusform>%n Objekte verwerfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove all held objects</source>
        <translation>Alle zurückgehaltenen Objekte entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n held object(s)</source>
        <translation>
            <numerusform>Ein zurückgehaltenes Objekt entfernen</numerusform>
            <numerusform>%n zurückgehaltene Objekte entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep all held objects</source>
        <translation>Alle zurückgehaltenen Objekte behalten</translation>
    </message>
    <message numerus="yes">
        <source>Keep %n held object(s)</source>
        <translation>
            <numerusform>Ein zurückgehaltenes Objekt behalten</numerusform>
            <numerusform>%n zurückgehaltene Objekte behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” to %2</source>
        <comment>an option to a value</comment>
        <translation>„%1“ auf %2</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>%1 setzen</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
</context>
<context>
    <name>ControllerDetails</name>
    <message numerus="yes">
        <source>%1 of %n worker(s) are busy.</source>
        <translation>
            <numerusform>%1 von einem Arbeiter ist beschäftigt.</numerusform>
            <numerusform>%1 von %n Arbeitern sind beschäftigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The controller has no workers: nothing new runs.</source>
        <translation>Der Controller hat keine Arbeiter: nichts Neues läuft.</translation>
    </message>
    <message>
        <source>Stuck beyond them, in workers that were replaced: %1.</source>
        <translation>Darüber hinaus hängen in ersetzten Arbeitern: %1.</translation>
    </message>
    <message>
        <source>Still ending, since there are fewer workers: %1.</source>
        <translation>Enden noch, seit es weniger Arbeiter sind: %1.</translation>
    </message>
    <message>
        <source>No object waits for the retry limit of %1/s.</source>
        <translation>Kein Objekt wartet auf die Grenze von %1 neuen Versuchen/s.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) wait for the retry limit of %1/s, about %2.</source>
        <translation>
            <numerusform>Ein Objekt wartet auf die Grenze von %1 neuen Versuchen/s, etwa %2.</numerusform>
            <numerusform>%n Objekte warten auf die Grenze von %1 neuen Versuchen/s, etwa %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An object counts as failed after %n attempt(s) in a row.</source>
        <translation>
            <numerusform>Ein Objekt gilt nach einem Versuch als gescheitert.</numerusform>
            <numerusform>Ein Objekt gilt nach %n Versuchen nacheinander als gescheitert.</numerusform>
        </translation>
    </message>
    <message>
        <source>An attempt that takes longer than %1 is stuck.</source>
        <translation>Ein Versuch, der länger als %1 dauert, hängt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 object(s) in %2</source>
        <translation>
            <numerusform>%1 Objekt in %2</numerusform>
            <numerusform>%1 Objekte in %2</numerusform>
        </translation>
    </message>
    <message>
        <source>No list has ended yet.</source>
        <translation>Noch keine Liste ist beendet.</translation>
    </message>
    <message>
        <source>The last list was complete at %1: %2.</source>
        <translation>Die letzte Liste war um %1 vollständig: %2.</translation>
    </message>
    <message>
        <source>The last list was not complete at %1 (%2), so deletions wait</source>
        <translation>Die letzte Liste war um %1 nicht vollständig (%2), darum warten Löschungen</translation>
    </message>
    <message>
        <source>The last list failed at %1, after %2</source>
        <translation>Die letzte Liste scheiterte um %1, nach %2</translation>
    </message>
    <message>
        <source>The last list failed</source>
        <translation>Die letzte Liste ist gescheitert</translation>
    </message>
    <message>
        <source>The last list was not complete, so deletions wait</source>
        <translation>Die letzte Liste war nicht vollständig, darum warten Löschungen</translation>
    </message>
    <message>
        <source>The last list was complete at %1.</source>
        <translation>Die letzte Liste war um %1 vollständig.</translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) in a row have failed.</source>
        <translation>
            <numerusform>Eine Liste ist gescheitert.</numerusform>
            <numerusform>%n Listen nacheinander sind gescheitert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The last complete list ended at %1.</source>
        <translation>Die letzte vollständige Liste endete um %1.</translation>
    </message>
    <message>
        <source>No complete list has ended yet.</source>
        <translation>Noch keine vollständige Liste ist beendet.</translation>
    </message>
    <message>
        <source>One has been under way since %1.</source>
        <translation>Seit %1 läuft eine.</translation>
    </message>
    <message>
        <source>One follows every %1.</source>
        <translation>Alle %1 folgt eine.</translation>
    </message>
    <message>
        <source>Changes are not heard of before the next list</source>
        <translation>Änderungen werden erst mit der nächsten Liste bekannt</translation>
    </message>
    <message>
        <source>The plugin runs in a process of its own, number %1.</source>
        <translation>Das Plugin läuft in einem eigenen Prozess, Nummer %1.</translation>
    </message>
    <message>
        <source>The plugin&apos;s own process does not run; it is started again.</source>
        <translation>Der eigene Prozess des Plugins läuft nicht; er wird neu gestartet.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Its options are as the session gives them.</source>
        <translation>Seine Optionen sind, wie die Sitzung sie angibt.</translation>
    </message>
    <message>
        <source>Differs from the session</source>
        <translation>Anders als in der Sitzung</translation>
    </message>
</context>
<context>
    <name>ControllerNames</name>
    <message numerus="yes">
        <source>%n Controller(s)</source>
        <translation>
            <numerusform>%n Controller</numerusform>
            <numerusform>%n Controller</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ControllersModel</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Oldest waiting</source>
        <translation>Längste Wartezeit</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Done/s</source>
        <translation>Erledigt/s</translation>
    </message>
    <message>
        <source>Retries/min</source>
        <translation>Versuche/min</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Depth, last minute</source>
        <translation>Tiefe, letzte Minute</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>List age</source>
        <translation>Alter der Liste</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keine</translation>
    </message>
    <message>
        <source>no workers</source>
        <translation>keine Arbeiter</translation>
    </message>
    <message>
        <source>Failing</source>
        <translation>Fehlerhaft</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>In sync</source>
        <translation>Im Soll</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Back-off</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>Waiting for lock</source>
        <translation>Wartet auf Sperre</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Parked</source>
        <translation>Abgestellt</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stuck</source>
        <translation>Hängt</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Nicht beachtet</translation>
    </message>
    <message>
        <source>listed</source>
        <translation>gelistet</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugekommen</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>missing from list</source>
        <translation>fehlt in der Liste</translation>
    </message>
    <message>
        <source>resync</source>
        <translation>Abgleich</translation>
    </message>
    <message>
        <source>retry</source>
        <translation>erneuter Versuch</translation>
    </message>
    <message>
        <source>requeue after</source>
        <translation>Wiedervorlage</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>owned object changed</source>
        <translation>abhängiges Objekt geändert</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Bediener</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Draining</source>
        <translation>Läuft leer</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>live</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>retrying</source>
        <translation>neuer Versuch</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>parked</source>
        <translation>abgestellt</translation>
    </message>
    <message>
        <source>recovered</source>
        <translation>erholt</translation>
    </message>
    <message>
        <source>lock refused</source>
        <translation>Sperre verweigert</translation>
    </message>
    <message>
        <source>lock lost</source>
        <translation>Sperre verloren</translation>
    </message>
    <message>
        <source>lock not released</source>
        <translation>Sperre nicht freigegeben</translation>
    </message>
    <message>
        <source>lock service</source>
        <translation>Sperrdienst</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>list failed</source>
        <translation>Liste gescheitert</translation>
    </message>
    <message>
        <source>watch ended</source>
        <translation>Beobachtung endete</translation>
    </message>
    <message>
        <source>watch error</source>
        <translation>Beobachtungsfehler</translation>
    </message>
    <message>
        <source>held</source>
        <translation>zurückgehalten</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>ticket done</source>
        <translation>Auftrag erledigt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>shortage</source>
        <translation>Mangel</translation>
    </message>
    <message>
        <source>ids refused</source>
        <translation>Kennungen abgelehnt</translation>
    </message>
    <message>
        <source>pause ended</source>
        <translation>Pause beendet</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>Anderswo</translation>
    </message>
    <message>
        <source>taken over</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>ownership</source>
        <translation>Zuständigkeit</translation>
    </message>
    <message>
        <source>list not complete</source>
        <translation>Liste nicht vollständig</translation>
    </message>
    <message>
        <source>list complete again</source>
        <translation>Liste wieder vollständig</translation>
    </message>
    <message>
        <source>asked for by a handler</source>
        <translation>von einem Handler verlangt</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>retry worked</source>
        <translation>neuer Versuch gelungen</translation>
    </message>
    <message>
        <source>looping</source>
        <translation>läuft im Kreis</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>vanished</source>
        <translation>verschwunden</translation>
    </message>
</context>
<context>
    <name>Explaining</name>
    <message numerus="yes">
        <source>%n of them ran past their deadline.</source>
        <translation>
            <numerusform>Einer davon ist über seine Frist hinaus.</numerusform>
            <numerusform>%n davon sind über ihre Frist hinaus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing runs before the first list of the source.</source>
        <translation>Vor der ersten Liste der Quelle läuft nichts.</translation>
    </message>
    <message>
        <source>The controller is paused</source>
        <translation>Der Controller ist angehalten</translation>
    </message>
    <message>
        <source>In sync. Nothing asks for a run: the next event or resync will.</source>
        <translation>Im Einklang. Nichts verlangt einen Lauf: das nächste Ereignis oder der nächste Abgleich tut es.</translation>
    </message>
    <message>
        <source>In sync. Its handler wants another look in %1.</source>
        <translation>Im Einklang. Sein Handler will in %1 wieder nachsehen.</translation>
    </message>
    <message>
        <source>Its removal is not done yet; its handler goes on in %1.</source>
        <translation>Das Entfernen ist noch nicht fertig; der Handler macht in %1 weiter.</translation>
    </message>
    <message>
        <source>%1; looked at again in %2.</source>
        <translation>%1; in %2 wird wieder nachgesehen.</translation>
    </message>
    <message>
        <source>Waits for something else</source>
        <translation>Wartet auf etwas anderes</translation>
    </message>
    <message>
        <source>Runs on worker %1 since %2.</source>
        <translation>Läuft bei Arbeiter %1 seit %2.</translation>
    </message>
    <message>
        <source>Runs past its deadline since %1. It was asked to stop; until it returns no second run can start.</source>
        <translation>Läuft seit %1, länger als die Frist. Er wurde gebeten aufzuhören; bis er zurückkehrt, kann kein zweiter Lauf beginnen.</translation>
    </message>
    <message numerus="yes">
        <source>Failed %n time(s); tried again in %1.</source>
        <translation>
            <numerusform>Einmal gescheitert; neuer Versuch in %1.</numerusform>
            <numerusform>%n-mal gescheitert; neuer Versuch in %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its lock is held elsewhere; asked again in %1.</source>
        <translation>Seine Sperre ist anderswo belegt; in %1 wird wieder gefragt.</translation>
    </message>
    <message>
        <source>%1; asked again in %2.</source>
        <translation>%1; in %2 wird wieder gefragt.</translation>
    </message>
    <message>
        <source>The lock service is away: nothing runs until it is back</source>
        <translation>Der Sperrdienst ist nicht da: Bis er wieder da ist, läuft nichts</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>One run follows on resume.</source>
        <translation>Beim Fortsetzen folgt ein Lauf.</translation>
    </message>
    <message>
        <source>The storage says that it is not for this controller.</source>
        <translation>Der Speicher sagt, dass es nicht für diesen Controller ist.</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>nicht beachtet</translation>
    </message>
    <message>
        <source>done, looked at again in %1</source>
        <translation>erledigt, in %1 wird wieder nachgesehen</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>parked</source>
        <translation>abgestellt</translation>
    </message>
    <message>
        <source>lock held elsewhere</source>
        <translation>Sperre anderswo belegt</translation>
    </message>
    <message>
        <source>the lock service is away</source>
        <translation>der Sperrdienst ist nicht da</translation>
    </message>
    <message>
        <source>lock lost while running</source>
        <translation>Sperre im Lauf verloren</translation>
    </message>
    <message>
        <source>the lock service is back after %1</source>
        <translation>der Sperrdienst ist nach %1 wieder da</translation>
    </message>
    <message>
        <source>the controller has stopped, and its call has not returned</source>
        <translation>der Controller ist beendet, und sein Aufruf ist nicht zurückgekehrt</translation>
    </message>
    <message>
        <source>not run: the controller stops</source>
        <translation>nicht gelaufen: der Controller endet</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>discarded although its removal failed: what is left of it stays</source>
        <translation>verworfen, obwohl das Entfernen scheiterte: was davon übrig ist, bleibt</translation>
    </message>
    <message>
        <source>has run for %1; it was asked to stop</source>
        <translation>läuft seit %1; er wurde gebeten aufzuhören</translation>
    </message>
    <message>
        <source>too many attempts are stuck: no more workers are started in their place until some return</source>
        <translation>zu viele Versuche hängen: bis einige zurückkehren, beginnen keine Arbeiter an ihrer Stelle</translation>
    </message>
    <message>
        <source>changes were missed</source>
        <translation>Änderungen gingen verloren</translation>
    </message>
    <message>
        <source>closed by the source</source>
        <translation>von der Quelle geschlossen</translation>
    </message>
    <message>
        <source>the source no longer has all changes since the last one that was read</source>
        <translation>die Quelle hat nicht mehr alle Änderungen seit der zuletzt gelesenen</translation>
    </message>
    <message>
        <source>this computer has no more of something</source>
        <translation>diesem Rechner ist etwas ausgegangen</translation>
    </message>
    <message numerus="yes">
        <source>%n id(s) refused, which are empty or longer than 64 KiB</source>
        <translation>
            <numerusform>eine Kennung abgelehnt, die leer oder länger als 64 KiB ist</numerusform>
            <numerusform>%n Kennungen abgelehnt, die leer oder länger als 64 KiB sind</numerusform>
        </translation>
    </message>
    <message>
        <source>removals from before the controller started wait for an operator: %1</source>
        <translation>Entfernungen aus der Zeit vor dem Start des Controllers warten auf eine Entscheidung: %1</translation>
    </message>
    <message>
        <source>Its removal is held from before its controller started. Keep it or remove it.</source>
        <translation>Seine Entfernung ist seit der Zeit vor dem Start seines Controllers zurückgehalten. Behalten oder entfernen Sie es.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) vanished: their removal waits for an operator</source>
        <translation>
            <numerusform>ein Objekt verschwand: sein Entfernen wartet auf eine Entscheidung</numerusform>
            <numerusform>%n Objekte verschwanden: ihr Entfernen wartet auf eine Entscheidung</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready since %1, with priority %2. Ready in all: %3; running now: %4.</source>
        <translation>Bereit seit %1, mit Vorrang „%2“. Bereit insgesamt: %3; zurzeit in Arbeit: %4.</translation>
    </message>
    <message>
        <source>its storage says that it is gone; the removal is held</source>
        <translation>fort, meldet der Speicher; die Entfernung ist zurückgehalten</translation>
    </message>
    <message>
        <source>the storage says of many listed objects that they are gone: their removal waits for an operator</source>
        <translation>der Speicher meldet viele gelistete Objekte als fort: ihre Entfernung wartet auf eine Entscheidung</translation>
    </message>
    <message>
        <source>An operator keeps it although lists do not show it. It runs when its source speaks of it or when it is requeued.</source>
        <translation>Ein Bediener hat entschieden, es zu behalten, obwohl Listen es nicht zeigen. Es läuft, wenn seine Quelle von ihm spricht oder wenn es neu eingereiht wird.</translation>
    </message>
    <message>
        <source>All retries failed. The next resync, event or requeue tries once more.</source>
        <translation>Alle Wiederholungen sind gescheitert. Der nächste Abgleich, das nächste Ereignis oder ein Einreihen von Hand versucht es noch einmal.</translation>
    </message>
    <message>
        <source>Its handler said that trying again is of no use. It runs when the object changes or when it is requeued.</source>
        <translation>Sein Handler sagt, dass ein neuer Versuch nichts nützt. Es läuft, wenn sich das Objekt ändert oder wenn es neu eingereiht wird.</translation>
    </message>
    <message>
        <source>Its handler said that trying again is of no use. Its source tells of no changes, so it is tried again in %1 or when it is requeued.</source>
        <translation>Sein Handler sagt, dass ein neuer Versuch nichts nützt. Seine Quelle meldet keine Änderungen, daher wird es in %1 wieder versucht oder wenn es neu eingereiht wird.</translation>
    </message>
    <message>
        <source>Another host owns it and handles it.</source>
        <translation>Ein anderer Rechner ist zuständig und bearbeitet es.</translation>
    </message>
    <message>
        <source>not run: another host owns it</source>
        <translation>nicht ausgeführt: ein anderer Rechner ist zuständig</translation>
    </message>
    <message>
        <source>not run: no removal of it is held</source>
        <translation>nicht ausgeführt: keine Entfernung ist zurückgehalten</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of the ids are owned here</source>
        <translation>
            <numerusform>Für %n Teil der Kennungen ist dieser Rechner zuständig</numerusform>
            <numerusform>Für %n Teile der Kennungen ist dieser Rechner zuständig</numerusform>
        </translation>
    </message>
    <message>
        <source>The list %1 ago lacked %2 of %3 objects, too many at once to be believed</source>
        <translation>In der Liste vor %1 fehlten %2 von %3 Objekten, zu viele auf einmal, um es zu glauben</translation>
    </message>
    <message>
        <source>Its storage says that it is gone, while lists show it; so it says of %1 of %2 objects, too many to be believed</source>
        <translation>Der Speicher meldet es als fort, obwohl Listen es zeigen; so meldet er %1 von %2 Objekten, zu viele, um es zu glauben</translation>
    </message>
    <message>
        <source>%1 of them had gone or were held before</source>
        <translation>%1 davon waren schon vorher fort oder zurückgehalten</translation>
    </message>
    <message>
        <source>Keep it or remove it.</source>
        <translation>Behalten oder entfernen Sie es.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) go on</source>
        <translation>
            <numerusform>%n Objekt geht weiter</numerusform>
            <numerusform>%n Objekte gehen weiter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) left</source>
        <translation>
            <numerusform>ein Objekt übrig</numerusform>
            <numerusform>%n Objekte übrig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) missing from a list: removed unless in storage</source>
        <translation>
            <numerusform>ein Objekt fehlt in einer Liste: entfernt, wenn es auch im Speicher fehlt</numerusform>
            <numerusform>%n Objekte fehlen in einer Liste: entfernt, was auch im Speicher fehlt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removal(s) held no more: source or storage have said what has become of the object(s)</source>
        <translation>
            <numerusform>eine Entfernung wird nicht mehr zurückgehalten: Quelle oder Speicher haben gesagt, was aus dem Objekt geworden ist</numerusform>
            <numerusform>%n Entfernungen werden nicht mehr zurückgehalten: Quelle oder Speicher haben gesagt, was aus den Objekten geworden ist</numerusform>
        </translation>
    </message>
    <message>
        <source>deletions wait</source>
        <translation>das Entfernen wartet</translation>
    </message>
    <message numerus="yes">
        <source>after %n list(s) that were not</source>
        <translation>
            <numerusform>nach %n Liste, die es nicht war</numerusform>
            <numerusform>nach %n Listen, die es nicht waren</numerusform>
        </translation>
    </message>
    <message>
        <source>no reason was given</source>
        <translation>ohne Angabe eines Grundes</translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s) left out: handlers say too many a second</source>
        <translation>
            <numerusform>ein Hinweis weggelassen: Handler melden zu viele in der Sekunde</numerusform>
            <numerusform>%n Hinweise weggelassen: Handler melden zu viele in der Sekunde</numerusform>
        </translation>
    </message>
    <message>
        <source>Asked for %1 ago. It runs when no other object is ready or running, at the latest in %2. Ready in all: %3; running now: %4.</source>
        <translation>Vor %1 verlangt. Es läuft, wenn kein anderes Objekt bereit ist oder läuft, spätestens in %2. Bereit insgesamt: %3; in Arbeit: %4.</translation>
    </message>
    <message>
        <source>Asked for %1 ago. It runs as soon as a worker is free. Ready in all: %3; running now: %4.</source>
        <translation>Vor %1 verlangt. Es läuft, sobald ein Worker frei ist. Bereit insgesamt: %3; in Arbeit: %4.</translation>
    </message>
    <message>
        <source>The controller has no workers, so nothing runs until it is given some.</source>
        <translation>Der Controller hat keine Arbeiter: Bis er welche bekommt, läuft nichts.</translation>
    </message>
    <message>
        <source>ran more than %1 times a minute although nothing says that it has changed: from now on it runs once a second</source>
        <translation>lief mehr als %1-mal in der Minute, obwohl nichts sagt, dass es sich geändert hat: Von jetzt an läuft es einmal in der Sekunde</translation>
    </message>
    <message numerus="yes">
        <source>Failed %n time(s). Its back-off is over; so many wait for the retry rate: %1. Tried again %2.</source>
        <translation>
            <numerusform>Einmal gescheitert. Die Wartezeit ist vorbei; so viele warten auf die Rate der neuen Versuche: %1. Neuer Versuch %2.</numerusform>
            <numerusform>%n-mal gescheitert. Die Wartezeit ist vorbei; so viele warten auf die Rate der neuen Versuche: %1. Neuer Versuch %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>soon</source>
        <translation>bald</translation>
    </message>
    <message>
        <source>in about %1</source>
        <translation>in etwa %1</translation>
    </message>
    <message>
        <source>Runs again and again although nothing says that it has changed, so it runs once a second. Last reason: %1.</source>
        <translation>Läuft immer wieder, obwohl nichts sagt, dass es sich geändert hat, und darum nur einmal in der Sekunde. Letzter Grund: %1.</translation>
    </message>
    <message>
        <source>its storage says that it is gone; it is kept by an operator</source>
        <translation>fort, meldet der Speicher; es ist von einem Bediener behalten</translation>
    </message>
</context>
<context>
    <name>FailuresModel</name>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>For example</source>
        <translation>Zum Beispiel</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>over %1 ago</source>
        <translation>vor über %1</translation>
    </message>
    <message>
        <source>It failed before this window knew of it: the host does not tell since when.</source>
        <translation>Es scheiterte schon, bevor dieses Fenster davon wusste: Seit wann, sagt der Host nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) fail</source>
        <translation>
            <numerusform>%n Objekt scheitert</numerusform>
            <numerusform>%n Objekte scheitern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them given up</source>
        <translation>
            <numerusform>%n davon aufgegeben</numerusform>
            <numerusform>%n davon aufgegeben</numerusform>
        </translation>
    </message>
    <message>
        <source>First seen: %1</source>
        <translation>Zuerst gesehen: %1</translation>
    </message>
    <message>
        <source>Last seen: %1</source>
        <translation>Zuletzt gesehen: %1</translation>
    </message>
    <message>
        <source>For example: %1</source>
        <translation>Zum Beispiel: %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>Filter</name>
    <message>
        <source>a text is missing</source>
        <translation>ein Text fehlt</translation>
    </message>
    <message>
        <source>a text is missing after %1:</source>
        <translation>nach %1: fehlt ein Text</translation>
    </message>
    <message>
        <source>the expression is wrong here: %1</source>
        <translation>der Ausdruck ist hier falsch: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of %2</source>
        <translation>„%1“ ist keines von %2</translation>
    </message>
    <message>
        <source>write %1 with a duration, as in %1:&gt;5m</source>
        <translation>%1 braucht eine Dauer, wie in %1:&gt;5m</translation>
    </message>
    <message>
        <source>write %1 with a number, as in %1:&gt;=3</source>
        <translation>%1 braucht eine Zahl, wie in %1:&gt;=3</translation>
    </message>
    <message>
        <source>the expression has no closing /</source>
        <translation>dem Ausdruck fehlt das schließende /</translation>
    </message>
    <message>
        <source>the quotation has no closing &quot;</source>
        <translation>der Anführung fehlt das schließende &quot;</translation>
    </message>
    <message>
        <source>there is no field &quot;%1&quot;; the fields are %2</source>
        <translation>das Feld „%1“ gibt es nicht; die Felder sind %2</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiteres</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Hosts</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
    <message>
        <source>no answer for %1</source>
        <translation>keine Antwort seit %1</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>not reached for %1</source>
        <translation>nicht erreicht seit %1</translation>
    </message>
    <message>
        <source>lost for %1</source>
        <translation>verloren seit %1</translation>
    </message>
    <message>
        <source>tried again in %1</source>
        <translation>neuer Versuch in %1</translation>
    </message>
    <message>
        <source>%1 cannot be steered now: %2.</source>
        <translation>%1 kann jetzt nicht gesteuert werden: %2.</translation>
    </message>
    <message>
        <source>On %1 you are a viewer: you may look, but not steer.</source>
        <translation>Auf %1 sind Sie Betrachter: Sie dürfen zusehen, aber nicht steuern.</translation>
    </message>
    <message>
        <source>connected, %1</source>
        <translation>verbunden, %1</translation>
    </message>
</context>
<context>
    <name>ItemColumn</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>Letzter Lauf</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Queue wait</source>
        <translation>In der Schlange</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Vorrang</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Last success</source>
        <translation>Letzter Erfolg</translation>
    </message>
    <message>
        <source>Queued because</source>
        <translation>Eingereiht wegen</translation>
    </message>
    <message>
        <source>Coalesced</source>
        <translation>Vereint</translation>
    </message>
    <message>
        <source>Lock held for</source>
        <translation>Belegt seit</translation>
    </message>
    <message>
        <source>removal owed</source>
        <translation>Entfernen steht aus</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>Behind by</source>
        <translation>Im Rückstand</translation>
    </message>
    <message>
        <source>kept by an operator when a list lacked it</source>
        <translation>von einem Bediener behalten, als es in einer Liste fehlte</translation>
    </message>
    <message>
        <source>missing in a list: keep or remove</source>
        <translation>fehlt in einer Liste: behalten oder entfernen</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>past its deadline, and still running</source>
        <translation>über seiner Frist und läuft noch</translation>
    </message>
    <message>
        <source>soon</source>
        <translation>bald</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>running now</source>
        <translation>läuft gerade</translation>
    </message>
    <message>
        <source>held: keep or remove it first</source>
        <translation>zurückgehalten: erst behalten oder entfernen</translation>
    </message>
    <message>
        <source>gone: its removal is still tried</source>
        <translation>weg: das Entfernen wird noch versucht</translation>
    </message>
    <message>
        <source>paused: resume first</source>
        <translation>angehalten: zuerst fortsetzen</translation>
    </message>
    <message>
        <source>paused already</source>
        <translation>schon angehalten</translation>
    </message>
    <message>
        <source>not paused</source>
        <translation>nicht angehalten</translation>
    </message>
    <message>
        <source>another host owns it</source>
        <translation>ein anderer Rechner ist zuständig</translation>
    </message>
    <message>
        <source>not held</source>
        <translation>nicht zurückgehalten</translation>
    </message>
    <message>
        <source>held anew since: decide once more</source>
        <translation>seither neu zurückgehalten: noch einmal entscheiden</translation>
    </message>
    <message>
        <source>paused anew since</source>
        <translation>seither neu angehalten</translation>
    </message>
    <message>
        <source>not known any more</source>
        <translation>nicht mehr bekannt</translation>
    </message>
    <message>
        <source>its controller does not run</source>
        <translation>sein Controller läuft nicht</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>Neu einreihen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>%1 of %2 ended</source>
        <translation>%1 von %2 beendet</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>still running</source>
        <translation>laufen noch</translation>
    </message>
    <message>
        <source>%1 skipped: %2</source>
        <translation>%1 ausgelassen: %2</translation>
    </message>
    <message>
        <source>stopped before %1</source>
        <translation>gestoppt vor %1</translation>
    </message>
    <message>
        <source>%1 cannot run now: %2</source>
        <translation>%1 können jetzt nicht laufen: %2</translation>
    </message>
    <message>
        <source>its controller is paused</source>
        <translation>sein Controller ist angehalten</translation>
    </message>
    <message>
        <source>its controller is being removed</source>
        <translation>sein Controller wird entfernt</translation>
    </message>
    <message>
        <source>the host stops</source>
        <translation>der Host wird beendet</translation>
    </message>
    <message>
        <source>its controller has not listed yet</source>
        <translation>sein Controller hat noch nicht aufgelistet</translation>
    </message>
    <message>
        <source>its controller has no workers</source>
        <translation>sein Controller hat keine Arbeiter</translation>
    </message>
    <message>
        <source>%1: %2 of %3 ended</source>
        <translation>%1: %2 von %3 beendet</translation>
    </message>
    <message>
        <source>%1 · all asked for in %2</source>
        <translation>%1 · alle angefordert in %2</translation>
    </message>
    <message numerus="yes">
        <source>%n other result(s)</source>
        <translation>
            <numerusform>ein anderes Ergebnis</numerusform>
            <numerusform>%n andere Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>zurückgenommen</translation>
    </message>
</context>
<context>
    <name>Lifecycle</name>
    <message>
        <source>its work to begin</source>
        <translation>dass die Arbeit beginnt</translation>
    </message>
    <message>
        <source>its work to end</source>
        <translation>dass die Arbeit beendet ist</translation>
    </message>
    <message>
        <source>its rules, which have not been asked yet</source>
        <translation>seine Regeln, die noch nicht gefragt wurden</translation>
    </message>
    <message>
        <source>its gate to close</source>
        <translation>dass sein Tor geschlossen wird</translation>
    </message>
    <message>
        <source>its marks to be looked at</source>
        <translation>dass nach seinen Marken gesehen wird</translation>
    </message>
    <message>
        <source>other operations</source>
        <translation>andere Vorgänge</translation>
    </message>
    <message>
        <source>its checks, which have not been asked yet</source>
        <translation>seine Prüfungen, die noch nicht gefragt wurden</translation>
    </message>
    <message>
        <source>traffic to come back</source>
        <translation>dass der Verkehr zurückkommt</translation>
    </message>
    <message>
        <source>its object to be deleted</source>
        <translation>dass sein Objekt gelöscht wird</translation>
    </message>
    <message>
        <source>Waits for permission</source>
        <translation>Wartet auf Erlaubnis</translation>
    </message>
    <message>
        <source>Permitted</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Draining</source>
        <translation>Läuft leer</translation>
    </message>
    <message>
        <source>Drained</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Operating</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Operated</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Post-check</source>
        <translation>Nachprüfung</translation>
    </message>
    <message>
        <source>Restoring</source>
        <translation>Kommt zurück</translation>
    </message>
    <message>
        <source>Undoing</source>
        <translation>Wird zurückgenommen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>In service</source>
        <translation>In Betrieb</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>Außer Betrieb</translation>
    </message>
    <message>
        <source>Leaving</source>
        <translation>Geht</translation>
    </message>
    <message>
        <source>No progress in drain</source>
        <translation>Läuft nicht leer</translation>
    </message>
    <message>
        <source>%1 to take its mark away</source>
        <translation>dass %1 die Marke wegnimmt</translation>
    </message>
    <message>
        <source>%1 to take it in</source>
        <translation>dass %1 es aufnimmt</translation>
    </message>
    <message>
        <source>its rules: %1</source>
        <translation>seine Regeln: %1</translation>
    </message>
    <message>
        <source>its checks: %1</source>
        <translation>seine Prüfungen: %1</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <translation>%1, seit %2</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>erzwungen</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>zurückgenommen</translation>
    </message>
    <message>
        <source>deletes the member</source>
        <translation>löscht das Mitglied</translation>
    </message>
    <message>
        <source>asked for by its object</source>
        <translation>von seinem Objekt verlangt</translation>
    </message>
    <message>
        <source>none may go out of service now</source>
        <translation>jetzt darf keines außer Betrieb</translation>
    </message>
    <message numerus="yes">
        <source>%n more may go out of service</source>
        <translation>
            <numerusform>%n weiteres darf außer Betrieb</numerusform>
            <numerusform>%n weitere dürfen außer Betrieb</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, since %2</source>
        <translation>%1, seit %2</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>Zustand: %1</translation>
    </message>
    <message>
        <source>Its drain began: %1</source>
        <translation>Leerlaufen begann: %1</translation>
    </message>
    <message>
        <source>Type: %1</source>
        <translation>Art: %1</translation>
    </message>
    <message>
        <source>Remarks: %1</source>
        <translation>Bemerkungen: %1</translation>
    </message>
    <message>
        <source>Waits for %1</source>
        <translation>Worauf er wartet: %1</translation>
    </message>
    <message>
        <source>Last pass: %1</source>
        <translation>Letzter Durchgang: %1</translation>
    </message>
    <message>
        <source>Operation %1 on %2</source>
        <translation>Vorgang %1 an %2</translation>
    </message>
    <message>
        <source>Member %1</source>
        <translation>Mitglied %1</translation>
    </message>
    <message>
        <source>Operation %1</source>
        <translation>Vorgang %1</translation>
    </message>
    <message>
        <source>Employer %1</source>
        <translation>Dienst %1</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Ausgefallen</translation>
    </message>
    <message>
        <source>Work fails</source>
        <translation>Arbeit scheitert</translation>
    </message>
    <message>
        <source>its work to succeed, which is tried again: %1</source>
        <translation>den Erfolg der Arbeit, die erneut versucht wird: %1</translation>
    </message>
</context>
<context>
    <name>Limits</name>
    <message>
        <source>%1 (limit %2)</source>
        <translation>%1 (Grenze %2)</translation>
    </message>
    <message>
        <source>%1 + %2 stuck</source>
        <translation>%1 + %2 hängen</translation>
    </message>
    <message>
        <source>%1 + %2 ending</source>
        <translation>%1 + %2 enden</translation>
    </message>
    <message>
        <source>the last one was parked</source>
        <translation>der letzte wurde abgestellt</translation>
    </message>
    <message>
        <source>%1 failed, the last one was parked</source>
        <translation>%1 gescheitert, der letzte wurde abgestellt</translation>
    </message>
    <message>
        <source>retries used up</source>
        <translation>Wiederholungen aufgebraucht</translation>
    </message>
    <message>
        <source>none failed</source>
        <translation>keiner gescheitert</translation>
    </message>
    <message>
        <source>retries used up; failed since: %1</source>
        <translation>Wiederholungen aufgebraucht; seitdem gescheitert: %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 gescheitert</translation>
    </message>
</context>
<context>
    <name>LocksModel</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>worker %1 here</source>
        <translation>Arbeiter %1 hier</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>Inhaber</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>Waiting here</source>
        <translation>Warten hier</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Belegt</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>Failing</source>
        <translation>Fehlerhaft</translation>
    </message>
    <message>
        <source>Given Up</source>
        <translation>Aufgegeben</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Looping</source>
        <translation>Läuft im Kreis</translation>
    </message>
</context>
<context>
    <name>OperationScope</name>
    <message>
        <source>A deletion starts by itself.</source>
        <translation>Eine Löschung beginnt von selbst.</translation>
    </message>
    <message>
        <source>It has been started.</source>
        <translation>Er hat schon begonnen.</translation>
    </message>
    <message>
        <source>It is not drained yet.</source>
        <translation>Das Mitglied ist noch nicht leer.</translation>
    </message>
    <message>
        <source>A deletion finishes by itself.</source>
        <translation>Eine Löschung endet von selbst.</translation>
    </message>
    <message>
        <source>It has not been started.</source>
        <translation>Er hat noch nicht begonnen.</translation>
    </message>
    <message>
        <source>It has been finished.</source>
        <translation>Er ist schon beendet.</translation>
    </message>
    <message>
        <source>Its member is on its way back already.</source>
        <translation>Sein Mitglied kommt schon zurück.</translation>
    </message>
    <message>
        <source>The member is being deleted.</source>
        <translation>Das Mitglied wird gelöscht.</translation>
    </message>
    <message>
        <source>Its drain makes progress, and it is not being undone: there is nothing to force.</source>
        <translation>Er hängt nicht und wird nicht zurückgenommen: Es gibt nichts zu erzwingen.</translation>
    </message>
    <message>
        <source>No operation is selected.</source>
        <translation>Kein Vorgang ist ausgewählt.</translation>
    </message>
    <message>
        <source>It is being undone: finish it once the work on its member has ended.</source>
        <translation>Er wird zurückgenommen: beenden Sie ihn, wenn die Arbeit am Mitglied zu Ende ist.</translation>
    </message>
</context>
<context>
    <name>OperationsModel</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>Wartet auf</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Employers</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Back-off</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>First retry after</source>
        <translation>Erster neuer Versuch nach</translation>
    </message>
    <message>
        <source>The first retry of an object waits this long, each further one twice as long.</source>
        <translation>Der erste neue Versuch eines Objekts wartet so lange, jeder weitere doppelt so lange.</translation>
    </message>
    <message>
        <source>Never longer than</source>
        <translation>Nie länger als</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Handlers that run at once. 0 is the same as paused.</source>
        <translation>Handler, die zugleich laufen. 0 ist dasselbe wie angehalten.</translation>
    </message>
    <message>
        <source>Resync interval</source>
        <translation>Abgleich alle</translation>
    </message>
    <message>
        <source>A full list follows the last one after this.</source>
        <translation>So lange nach der letzten folgt die nächste volle Liste.</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Neue Versuche</translation>
    </message>
    <message>
        <source>Handler timeout</source>
        <translation>Frist eines Handlers</translation>
    </message>
    <message>
        <source>A handler that runs longer is asked to stop. 0s: never.</source>
        <translation>Ein Handler, der länger läuft, wird gebeten aufzuhören. 0s: nie.</translation>
    </message>
    <message>
        <source>Detect deletions</source>
        <translation>Löschungen erkennen</translation>
    </message>
    <message>
        <source>What a complete list no longer shows is removed.</source>
        <translation>Was eine vollständige Liste nicht mehr zeigt, wird entfernt.</translation>
    </message>
    <message>
        <source>Mass-deletion guard</source>
        <translation>Schutz vor Massenlöschung</translation>
    </message>
    <message>
        <source>Priorities</source>
        <translation>Vorränge</translation>
    </message>
    <message>
        <source>Operator before event before retry before resync. Off: first in, first out.</source>
        <translation>Bediener vor Ereignis vor neuem Versuch vor Abgleich. Aus: der Reihe nach.</translation>
    </message>
    <message>
        <source>Keep last objects</source>
        <translation>Letzte Objekte behalten</translation>
    </message>
    <message>
        <source>Retries a second</source>
        <translation>Neue Versuche je Sekunde</translation>
    </message>
    <message>
        <source>Retry burst</source>
        <translation>Vorrat an neuen Versuchen</translation>
    </message>
    <message>
        <source>Retries that may start at once after a quiet time.</source>
        <translation>So viele neue Versuche dürfen nach einer ruhigen Zeit auf einmal beginnen.</translation>
    </message>
    <message>
        <source>Parked retry interval</source>
        <translation>Neuer Versuch für Abgestelltes</translation>
    </message>
    <message>
        <source>Attempts after the first that failed; then the object has failed.</source>
        <translation>Versuche nach dem ersten gescheiterten; danach ist das Objekt gescheitert.</translation>
    </message>
    <message>
        <source>A parked object whose source tells of no changes is tried again after this. 0s: ten resync intervals.</source>
        <translation>Ein abgestelltes Objekt, dessen Quelle keine Änderungen meldet, wird danach wieder versucht. 0s: zehn Abgleiche.</translation>
    </message>
    <message>
        <source>Retries that may start each second, over all objects, once the burst is used up.</source>
        <translation>Neue Versuche, die je Sekunde beginnen dürfen, über alle Objekte, sobald der Vorrat verbraucht ist.</translation>
    </message>
    <message>
        <source>Removals of more than 10 objects and more than 10 %, or of all that there are, wait for an operator.</source>
        <translation>Entfernungen von mehr als 10 Objekten und mehr als 10 %, oder von allen, die es gibt, warten auf eine Entscheidung.</translation>
    </message>
    <message>
        <source>A removal is told what the object was, as far as the plugin makes use of it. Takes memory for each object.</source>
        <translation>Beim Entfernen wird gesagt, was das Objekt war, soweit das Plugin davon Gebrauch macht. Braucht Speicher für jedes Objekt.</translation>
    </message>
    <message>
        <source>Ageing</source>
        <translation>Alterung</translation>
    </message>
    <message>
        <source>An object that has waited longer shares every eighth turn with others like it, the oldest first. More than 0s.</source>
        <translation>Ein Objekt, das länger gewartet hat, teilt sich jede achte Runde mit anderen wie ihm, das älteste zuerst. Mehr als 0s.</translation>
    </message>
    <message>
        <source>No retry waits longer. At least base.</source>
        <translation>Länger wartet kein neuer Versuch. Mindestens so lange wie der erste.</translation>
    </message>
</context>
<context>
    <name>Outlook</name>
    <message>
        <source>operation %1 waits for %2</source>
        <translation>Vorgang %1. Worauf er wartet: %2</translation>
    </message>
    <message>
        <source>operation %1: %2. The member stays out of service</source>
        <translation>Vorgang %1: %2. Das Mitglied bleibt außer Betrieb</translation>
    </message>
    <message>
        <source>The host is not reached</source>
        <translation>Der Host wird nicht erreicht</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Alarm %1</source>
        <translation>Alarm %1</translation>
    </message>
    <message>
        <source>until %1 (%2 more)</source>
        <translation>bis %1 (noch %2)</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>The host does not answer</source>
        <translation>Der Host antwortet nicht</translation>
    </message>
    <message>
        <source>What is shown of it is as it was then</source>
        <translation>Was von ihm gezeigt wird, ist so, wie es da war</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
</context>
<context>
    <name>ParameterField</name>
    <message>
        <source>&quot;%1&quot; is no number.</source>
        <translation>„%1“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no whole number.</source>
        <translation>„%1“ ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no duration: write 250ms, 30s, 5m or 1h.</source>
        <translation>„%1“ ist keine Dauer: schreiben Sie 250ms, 30s, 5m oder 1h.</translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation>zum Beispiel %1</translation>
    </message>
    <message>
        <source>for example 30s</source>
        <translation>zum Beispiel 30s</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 wählen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>choose one</source>
        <translation>bitte wählen</translation>
    </message>
    <message>
        <source>one entry a line</source>
        <translation>ein Eintrag je Zeile</translation>
    </message>
    <message>
        <source>This is no JSON.</source>
        <translation>Das ist kein JSON.</translation>
    </message>
    <message>
        <source>Where %1 is</source>
        <translation>Wo %1 steht</translation>
    </message>
    <message>
        <source>The session keeps where a secret is, not the secret. It is read when the controller starts.</source>
        <translation>Die Sitzung behält, wo ein Geheimnis steht, und nicht das Geheimnis. Es wird gelesen, wenn der Controller startet.</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>in a variable</source>
        <translation>in einer Variablen</translation>
    </message>
    <message>
        <source>in a file</source>
        <translation>in einer Datei</translation>
    </message>
    <message>
        <source>a credential</source>
        <translation>ein Credential von systemd</translation>
    </message>
    <message>
        <source>There is no such folder here yet.</source>
        <translation>Hier gibt es noch keinen solchen Ordner.</translation>
    </message>
    <message>
        <source>There is no such file here yet.</source>
        <translation>Hier gibt es noch keine solche Datei.</translation>
    </message>
</context>
<context>
    <name>Pause</name>
    <message>
        <source>resumes in %1</source>
        <translation>weiter in %1</translation>
    </message>
    <message>
        <source>The pause of %1 has ended.</source>
        <translation>Die Pause von %1 ist zu Ende.</translation>
    </message>
    <message>
        <source>The pauses of %1 objects have ended.</source>
        <translation>Die Pausen von %1 Objekten sind zu Ende.</translation>
    </message>
</context>
<context>
    <name>Plugins</name>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>Not trusted</source>
        <translation>Ohne Vertrauen</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>Abgeschaltet</translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation>Abgestürzt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>locker</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message>
        <source>options change</source>
        <translation>Optionen ändern sich</translation>
    </message>
    <message>
        <source>drains and stops</source>
        <translation>läuft leer und endet</translation>
    </message>
    <message>
        <source>drains and starts anew</source>
        <translation>läuft leer und startet neu</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>gescheitert: %1</translation>
    </message>
    <message>
        <source>Controllers that are to stop drain first …</source>
        <translation>Controller, die enden sollen, laufen erst leer …</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>Nichts ändert sich.</translation>
    </message>
    <message>
        <source>Not all of it could be done.</source>
        <translation>Nicht alles konnte getan werden.</translation>
    </message>
    <message>
        <source>The session runs.</source>
        <translation>Die Sitzung läuft.</translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s) are not touched.</source>
        <translation>
            <numerusform>%n Controller bleibt unberührt.</numerusform>
            <numerusform>%n Controller bleiben unberührt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The session&apos;s file says now what runs.</source>
        <translation>In der Sitzungsdatei steht jetzt, was läuft.</translation>
    </message>
</context>
<context>
    <name>TimeSeriesChart</name>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>Undo</name>
    <message>
        <source>%1 was paused again%2</source>
        <translation>%1 wurde%2 wieder angehalten</translation>
    </message>
    <message>
        <source>%1 was paused%2</source>
        <translation>%1 wurde%2 angehalten</translation>
    </message>
    <message>
        <source>%1 was resumed%2</source>
        <translation>%1 wurde%2 fortgesetzt</translation>
    </message>
    <message>
        <source>%1 is not paused any more</source>
        <translation>%1 ist nicht mehr angehalten</translation>
    </message>
    <message>
        <source>%1 was changed%2</source>
        <translation>%1 wurde%2 geändert</translation>
    </message>
    <message>
        <source>A later command%2 may be for %1</source>
        <translation>Ein späterer Befehl%2 kann %1 gelten</translation>
    </message>
    <message>
        <source> at %1</source>
        <translation> um %1</translation>
    </message>
    <message>
        <source> by %1 at %2</source>
        <translation> von %1 um %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
</context>
<context>
    <name>WindowParts</name>
    <message>
        <source>Operator log</source>
        <translation>Bedienprotokoll</translation>
    </message>
</context>
<context>
    <name>WindowSettings</name>
    <message>
        <source>is broken</source>
        <translation>ist beschädigt</translation>
    </message>
    <message>
        <source>is from a newer version</source>
        <translation>stammt von einer neueren Version</translation>
    </message>
    <message>
        <source>The window&apos;s settings file %1 %2. It was put aside as %3; the window starts with defaults.</source>
        <translation>Die Einstellungsdatei des Fensters %1 %2. Sie liegt nun als %3 daneben; das Fenster beginnt mit Vorgaben.</translation>
    </message>
</context>
<context>
    <name>WorkersModel</name>
    <message>
        <source>idle</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Id now</source>
        <translation>Kennung gerade</translation>
    </message>
    <message>
        <source>Running for</source>
        <translation>Läuft seit</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::AcknowledgeDesk</name>
    <message>
        <source>Acknowledged: %1</source>
        <translation>Quittiert: %1</translation>
    </message>
    <message>
        <source>No longer acknowledged: %1</source>
        <translation>Nicht mehr quittiert: %1</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ActionGuard</name>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>This window is read only.</source>
        <translation>Dieses Fenster ist nur zum Lesen.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>No removal is held.</source>
        <translation>Keine Entfernung ist zurückgehalten.</translation>
    </message>
    <message>
        <source>%1 is not in this list: use the buttons in Details.</source>
        <translation>%1 ist nicht in dieser Liste: die Schaltflächen unter „Einzelheiten“ gelten ihm.</translation>
    </message>
    <message>
        <source>No controller is loaded.</source>
        <translation>Kein Controller ist geladen.</translation>
    </message>
    <message>
        <source>No controller is selected.</source>
        <translation>Kein Controller ist gewählt.</translation>
    </message>
    <message>
        <source>Several controllers are selected.</source>
        <translation>Mehrere Controller sind gewählt.</translation>
    </message>
    <message>
        <source>No controller with members runs.</source>
        <translation>Kein Controller mit Mitgliedern läuft.</translation>
    </message>
    <message>
        <source>Select operations or members in the tab Operations (Alt+7).</source>
        <translation>Wählen Sie Vorgänge oder Mitglieder im Reiter Vorgänge (Alt+7).</translation>
    </message>
    <message>
        <source>No member is selected.</source>
        <translation>Kein Mitglied ist ausgewählt.</translation>
    </message>
    <message>
        <source>No employer is selected whose controller does not run.</source>
        <translation>Es ist kein Dienst ausgewählt, dessen Controller nicht läuft.</translation>
    </message>
    <message>
        <source>No row is selected.</source>
        <translation>Keine Zeile ist gewählt.</translation>
    </message>
    <message>
        <source>There is no filter to keep.</source>
        <translation>Es gibt keinen Filter zum Behalten.</translation>
    </message>
    <message>
        <source>No view is saved.</source>
        <translation>Keine Ansicht ist gespeichert.</translation>
    </message>
    <message>
        <source>There are no objects.</source>
        <translation>Es gibt keine Objekte.</translation>
    </message>
    <message>
        <source>No objects are shown.</source>
        <translation>Keine Objekte sind zu sehen.</translation>
    </message>
    <message>
        <source>No object is selected.</source>
        <translation>Kein Objekt ist gewählt.</translation>
    </message>
    <message numerus="yes">
        <source>%n Object(s)</source>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>This window shows hosts elsewhere: their controllers are those of their sessions.</source>
        <translation>Dieses Fenster zeigt Hosts anderswo: Ihre Controller sind die ihrer Sitzungen.</translation>
    </message>
    <message>
        <source>No controller with members runs on these hosts.</source>
        <translation>Auf diesen Hosts läuft kein Controller mit Mitgliedern.</translation>
    </message>
    <message>
        <source>No controller of these members deletes them: remove them where they come from.</source>
        <translation>Kein Controller dieser Mitglieder löscht sie: Entfernen Sie sie dort, woher sie kommen.</translation>
    </message>
    <message>
        <source>No other host owns what %1 works on.</source>
        <translation>Woran %1 arbeitet, gehört keinem anderen Host.</translation>
    </message>
    <message>
        <source>No events are shown.</source>
        <translation>Es werden keine Ereignisse gezeigt.</translation>
    </message>
    <message>
        <source>No line of the log is shown.</source>
        <translation>Es wird keine Zeile des Protokolls gezeigt.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ActionPalette</name>
    <message>
        <source>Actions and Shortcuts</source>
        <translation>Aktionen und Tasten</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>Eine Aktion finden</translation>
    </message>
    <message>
        <source>Find an action; Enter runs it</source>
        <translation>Eine Aktion finden; Eingabe führt sie aus</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Why it is off</source>
        <translation>Warum es nicht geht</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Actions</name>
    <message>
        <source>&amp;Load Controller Plugin…</source>
        <translation>Controller-P&amp;lugin laden …</translation>
    </message>
    <message>
        <source>Load…</source>
        <translation>Laden …</translation>
    </message>
    <message>
        <source>&amp;Open Session…</source>
        <translation>Sitzung ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Save Session</source>
        <translation>Sitzung &amp;speichern</translation>
    </message>
    <message>
        <source>Save Session &amp;As…</source>
        <translation>Sitzung speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Take the last pause, resume or worker count back</source>
        <translation>Letztes Anhalten, Fortsetzen oder die Zahl der Arbeiter zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as text</source>
        <translation>Die gewählten Zeilen als Text kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>Als &amp;JSON kopieren</translation>
    </message>
    <message>
        <source>Select &amp;All Matching</source>
        <translation>&amp;Alle passenden auswählen</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>&amp;Controllers</source>
        <translation>&amp;Controller</translation>
    </message>
    <message>
        <source>&amp;Locks</source>
        <translation>&amp;Sperren</translation>
    </message>
    <message>
        <source>&amp;Failures</source>
        <translation>&amp;Fehler</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Arbeiter</translation>
    </message>
    <message>
        <source>Charts as &amp;Tables</source>
        <translation>Kurven als &amp;Tabellen</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>Anordnung z&amp;urücksetzen</translation>
    </message>
    <message>
        <source>1 min</source>
        <translation>1 min</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 min</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 min</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 h</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 h</translation>
    </message>
    <message>
        <source>&amp;System Colours</source>
        <translation>Farben des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;System Language</source>
        <translation>Sprache des &amp;Systems</translation>
    </message>
    <message>
        <source>Pa&amp;use Controller</source>
        <translation>Controller an&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Resume Controller</source>
        <translation>Controller &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Set &amp;Workers…</source>
        <translation>&amp;Arbeiter einstellen …</translation>
    </message>
    <message>
        <source>Re&amp;sync Now</source>
        <translation>Jetzt ab&amp;gleichen</translation>
    </message>
    <message>
        <source>&amp;Drain and Remove…</source>
        <translation>&amp;Leerlaufen und entfernen …</translation>
    </message>
    <message>
        <source>Pause &amp;All</source>
        <translation>All&amp;e anhalten</translation>
    </message>
    <message>
        <source>Pause every controller: what runs ends normally, nothing new begins</source>
        <translation>Jeden Controller anhalten: was läuft, endet normal, Neues beginnt nicht</translation>
    </message>
    <message>
        <source>R&amp;esume All</source>
        <translation>Alle for&amp;tsetzen</translation>
    </message>
    <message>
        <source>&amp;Requeue Now</source>
        <translation>Jetzt &amp;neu einreihen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>R&amp;esume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Enqueue &amp;Id…</source>
        <translation>&amp;Kennung einreihen …</translation>
    </message>
    <message>
        <source>&amp;Go to Id…</source>
        <translation>&amp;Gehe zu Kennung …</translation>
    </message>
    <message>
        <source>&amp;Discard…</source>
        <translation>&amp;Verwerfen …</translation>
    </message>
    <message>
        <source>Keep the selected objects that the mass-deletion guard holds</source>
        <translation>Die gewählten Objekte behalten, die der Schutz vor Massenlöschung zurückhält</translation>
    </message>
    <message>
        <source>&amp;Find Action…</source>
        <translation>&amp;Aktion finden …</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Qontroller</source>
        <translation>&amp;Über Qontroller</translation>
    </message>
    <message>
        <source>Sa&amp;ve Filter as View…</source>
        <translation>Filter als Ansicht &amp;speichern …</translation>
    </message>
    <message>
        <source>Keep the filter under a name, among the facets</source>
        <translation>Den Filter unter einem Namen bei den Facetten behalten</translation>
    </message>
    <message>
        <source>&amp;Delete View…</source>
        <translation>Ansicht &amp;löschen …</translation>
    </message>
    <message>
        <source>Pause Controller &amp;for…</source>
        <translation>Controller anhalten f&amp;ür …</translation>
    </message>
    <message>
        <source>Pause with a reason, and until when</source>
        <translation>Anhalten mit Grund und Ende</translation>
    </message>
    <message>
        <source>Change &amp;Options…</source>
        <translation>&amp;Optionen ändern …</translation>
    </message>
    <message>
        <source>Resync interval, retries and their rate, while the controller runs</source>
        <translation>Abgleich, neue Versuche und deren Rate, während der Controller läuft</translation>
    </message>
    <message>
        <source>Pause &amp;for…</source>
        <translation>Anhalten f&amp;ür …</translation>
    </message>
    <message>
        <source>Save &amp;Diagnostics…</source>
        <translation>&amp;Diagnose speichern …</translation>
    </message>
    <message>
        <source>Write versions, options, counters, trouble and events to a file</source>
        <translation>Versionen, Optionen, Zähler, Schwierigkeiten und Ereignisse in eine Datei schreiben</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>&amp;Inhalt</translation>
    </message>
    <message>
        <source>&amp;Manage Plugins…</source>
        <translation>Plugins &amp;verwalten …</translation>
    </message>
    <message>
        <source>List all objects of the selected controllers now</source>
        <translation>Alle Objekte der gewählten Controller jetzt listen</translation>
    </message>
    <message>
        <source>&amp;Requeue %1 Now</source>
        <translation>%1 jetzt &amp;neu einreihen</translation>
    </message>
    <message>
        <source>&amp;Pause %1</source>
        <translation>%1 &amp;anhalten</translation>
    </message>
    <message>
        <source>Pause %1 &amp;for…</source>
        <translation>%1 anhalten f&amp;ür …</translation>
    </message>
    <message>
        <source>R&amp;esume %1</source>
        <translation>%1 &amp;fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Discard %1…</source>
        <translation>%1 &amp;verwerfen …</translation>
    </message>
    <message>
        <source>Pa&amp;use %1</source>
        <translation>%1 an&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Resume %1</source>
        <translation>%1 &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Set &amp;Workers of %1…</source>
        <translation>&amp;Arbeiter von %1 einstellen …</translation>
    </message>
    <message>
        <source>Change &amp;Options of %1…</source>
        <translation>&amp;Optionen von %1 ändern …</translation>
    </message>
    <message>
        <source>Re&amp;sync %1 Now</source>
        <translation>%1 jetzt ab&amp;gleichen</translation>
    </message>
    <message>
        <source>&amp;Drain and Remove %1…</source>
        <translation>%1 &amp;leerlaufen lassen und entfernen …</translation>
    </message>
    <message>
        <source>Op&amp;erations</source>
        <translation>&amp;Vorgänge</translation>
    </message>
    <message>
        <source>&amp;Begin Operation…</source>
        <translation>Vorgang &amp;anfangen …</translation>
    </message>
    <message>
        <source>Take the selected members out of service, to work on them</source>
        <translation>Nimmt die ausgewählten Mitglieder außer Betrieb, um an ihnen zu arbeiten</translation>
    </message>
    <message>
        <source>&amp;Start Operation</source>
        <translation>Arbeit &amp;beginnt</translation>
    </message>
    <message>
        <source>The member is drained: the work on it begins</source>
        <translation>Das Mitglied ist leer: die Arbeit daran beginnt</translation>
    </message>
    <message>
        <source>&amp;Finish Operation</source>
        <translation>Arbeit be&amp;endet</translation>
    </message>
    <message>
        <source>The work is done: traffic comes back</source>
        <translation>Die Arbeit ist getan: der Verkehr kommt zurück</translation>
    </message>
    <message>
        <source>&amp;Undo Operation</source>
        <translation>Vorgang &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>The member goes back to service without the operation</source>
        <translation>Das Mitglied geht ohne den Vorgang wieder in Betrieb</translation>
    </message>
    <message>
        <source>F&amp;orce Operation…</source>
        <translation>Vorgang erzwi&amp;ngen …</translation>
    </message>
    <message>
        <source>Go on although the drain makes no progress, or the work will not end</source>
        <translation>Weitermachen, obwohl das Mitglied nicht leerläuft oder niemand mehr daran arbeitet</translation>
    </message>
    <message>
        <source>&amp;Delete Member…</source>
        <translation>Mitglied &amp;löschen …</translation>
    </message>
    <message>
        <source>Drain the selected members, then delete them</source>
        <translation>Lässt die ausgewählten Mitglieder leerlaufen und löscht sie dann</translation>
    </message>
    <message>
        <source>Fo&amp;rget Employer…</source>
        <translation>Dienst ve&amp;rgessen …</translation>
    </message>
    <message>
        <source>Let go of members whose controller does not run any more</source>
        <translation>Mitglieder loslassen, deren Controller nicht mehr läuft</translation>
    </message>
    <message>
        <source>&amp;Export Objects…</source>
        <translation>&amp;Objekte exportieren …</translation>
    </message>
    <message>
        <source>Write the objects that the filter shows to a file</source>
        <translation>Die Objekte, die der Filter zeigt, in eine Datei schreiben</translation>
    </message>
    <message>
        <source>O&amp;bjects</source>
        <translation>Ob&amp;jekte</translation>
    </message>
    <message>
        <source>Run the selected objects now: skips back-off, un-parks</source>
        <translation>Die gewählten Objekte jetzt ausführen: ohne Wartezeit, auch abgestellte</translation>
    </message>
    <message>
        <source>Hold the selected objects: triggers are remembered</source>
        <translation>Die gewählten Objekte anhalten: Auslöser werden gemerkt</translation>
    </message>
    <message>
        <source>Forget the selected objects until they are seen again</source>
        <translation>Die gewählten Objekte vergessen, bis sie wieder gesehen werden</translation>
    </message>
    <message>
        <source>Re&amp;move Held Objects…</source>
        <translation>Zurückgehaltene Objekte &amp;entfernen …</translation>
    </message>
    <message>
        <source>Remove the selected objects that the mass-deletion guard holds</source>
        <translation>Die gewählten Objekte entfernen, die der Schutz vor Massenlöschung zurückhält</translation>
    </message>
    <message>
        <source>&amp;Keep Held Objects…</source>
        <translation>Zurückgehaltene Objekte &amp;behalten …</translation>
    </message>
    <message>
        <source>Re&amp;move %1…</source>
        <translation>%1 &amp;entfernen …</translation>
    </message>
    <message>
        <source>&amp;Keep %1…</source>
        <translation>%1 &amp;behalten …</translation>
    </message>
    <message>
        <source>&amp;Connect to Host…</source>
        <translation>Mit Host &amp;verbinden…</translation>
    </message>
    <message>
        <source>Show a host that runs elsewhere, or in another program</source>
        <translation>Einen Host zeigen, der anderswo oder in einem anderen Programm läuft</translation>
    </message>
    <message>
        <source>A&amp;pply Session…</source>
        <translation>Sitzung an&amp;wenden…</translation>
    </message>
    <message>
        <source>Change what runs into what a session file says; what is the same goes on</source>
        <translation>Ändert, was läuft, in das, was eine Sitzungsdatei sagt; was gleich ist, läuft weiter</translation>
    </message>
    <message>
        <source>&amp;Take Over…</source>
        <translation>Ü&amp;bernehmen …</translation>
    </message>
    <message>
        <source>Take over what another controller has marked as its own</source>
        <translation>Übernehmen, was ein anderer Controller als seines gekennzeichnet hat</translation>
    </message>
    <message>
        <source>&amp;Take Over for %1…</source>
        <translation>Für %1 ü&amp;bernehmen …</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>&amp;Überblick</translation>
    </message>
    <message>
        <source>&amp;Messages on the Desktop</source>
        <translation>&amp;Meldungen auf dem Desktop</translation>
    </message>
    <message>
        <source>Call me when something alarms and I do not look at the window</source>
        <translation>Mich rufen, wenn etwas alarmiert und ich das Fenster nicht vor mir habe</translation>
    </message>
    <message>
        <source>Edit &amp;Parameters…</source>
        <translation>Para&amp;meter bearbeiten …</translation>
    </message>
    <message>
        <source>What the plugin was given: the controller drains and starts anew</source>
        <translation>Was das Plugin bekommen hat: der Controller läuft leer und startet neu</translation>
    </message>
    <message>
        <source>Edit &amp;Parameters of %1…</source>
        <translation>Para&amp;meter von %1 bearbeiten …</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Export E&amp;vents…</source>
        <translation>E&amp;reignisse exportieren …</translation>
    </message>
    <message>
        <source>Write the events that are shown to a file</source>
        <translation>Schreibt die Ereignisse, die gezeigt werden, in eine Datei</translation>
    </message>
    <message>
        <source>Export Operator Lo&amp;g…</source>
        <translation>Bedien&amp;protokoll exportieren …</translation>
    </message>
    <message>
        <source>Write the lines of the operator log that the filter shows to a file</source>
        <translation>Schreibt die Zeilen des Bedienprotokolls, die der Filter zeigt, in eine Datei</translation>
    </message>
    <message>
        <source>Free&amp;ze Picture</source>
        <translation>Bild einfrie&amp;ren</translation>
    </message>
    <message>
        <source>Stop the picture: the controllers go on, and what happens is still recorded</source>
        <translation>Das Bild anhalten: die Controller laufen weiter, und was geschieht, wird weiter aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::AlarmBell</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alarm(s)</source>
        <translation>
            <numerusform>%n Alarm</numerusform>
            <numerusform>%n Alarme</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Quittieren</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::AllSteering</name>
    <message numerus="yes">
        <source>Pause all %n controller(s)?</source>
        <translation>
            <numerusform>Den einen Controller anhalten?</numerusform>
            <numerusform>Alle %n Controller anhalten?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pause the other %n controller(s)?</source>
        <translation>
            <numerusform>Den anderen Controller anhalten?</numerusform>
            <numerusform>Die anderen %n Controller anhalten?</numerusform>
        </translation>
    </message>
    <message>
        <source>This applies to each of these controllers, whatever the filter shows.</source>
        <translation>Das gilt für jeden dieser Controller, was auch immer der Filter zeigt.</translation>
    </message>
    <message>
        <source>This applies to each of these controllers, whatever the filter shows. One that is paused already stays so, with its reason and its end.</source>
        <translation>Das gilt für jeden dieser Controller, was auch immer der Filter zeigt. Was schon angehalten ist, bleibt es, mit seinem Grund und seinem Ende.</translation>
    </message>
    <message>
        <source>Pause All</source>
        <translation>Alle anhalten</translation>
    </message>
    <message>
        <source>This applies to each of these controllers, whatever the filter shows and whichever operator has paused it.</source>
        <translation>Das gilt für jeden dieser Controller, was auch immer der Filter zeigt und wer auch immer ihn angehalten hat.</translation>
    </message>
    <message numerus="yes">
        <source>Resume %n controller(s)?</source>
        <translation>
            <numerusform>%n Controller fortsetzen?</numerusform>
            <numerusform>%n Controller fortsetzen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Resume All</source>
        <translation>Alle fortsetzen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>paused by %1</source>
        <translation>angehalten von %1</translation>
    </message>
    <message>
        <source>%1 until %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ApplySessionDialog</name>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Apply Session %1</source>
        <translation>Sitzung %1 anwenden</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What happens to each controller</source>
        <translation>Was mit jedem Controller geschieht</translation>
    </message>
    <message>
        <source>Choose a host</source>
        <translation>Host wählen</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Host</translation>
    </message>
    <message>
        <source>What would change is being found out …</source>
        <translation>Was sich ändern würde, wird ermittelt …</translation>
    </message>
    <message>
        <source>It is applied.</source>
        <translation>Sie ist angewendet.</translation>
    </message>
    <message>
        <source>It is being applied.</source>
        <translation>Sie wird angewendet.</translation>
    </message>
    <message>
        <source>This would change now; it is not what was shown before.</source>
        <translation>Das würde sich jetzt ändern; vorher war anderes gezeigt.</translation>
    </message>
    <message>
        <source>What would change is checked once more.</source>
        <translation>Was sich ändern würde, wird noch einmal geprüft.</translation>
    </message>
    <message>
        <source>What would change is not known yet.</source>
        <translation>Was sich ändern würde, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>The session is wrong.</source>
        <translation>Die Sitzung ist falsch.</translation>
    </message>
    <message>
        <source>Nothing would change.</source>
        <translation>Nichts würde sich ändern.</translation>
    </message>
    <message>
        <source>What came of it is said above.</source>
        <translation>Was daraus geworden ist, steht oben.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::BeginDialog</name>
    <message>
        <source>Begin an operation on %1</source>
        <translation>Vorgang an %1 anfangen</translation>
    </message>
    <message numerus="yes">
        <source>Begin an operation on %n member(s)</source>
        <translation>
            <numerusform>Vorgang an %n Mitglied anfangen</numerusform>
            <numerusform>Vorgang an %n Mitgliedern anfangen</numerusform>
        </translation>
    </message>
    <message>
        <source>Begin Operation</source>
        <translation>Vorgang anfangen</translation>
    </message>
    <message>
        <source>restart, upgrade …</source>
        <translation>restart, upgrade …</translation>
    </message>
    <message>
        <source>Once its rules permit it, a member is taken out of service. When it is drained, start the operation, do your work, and finish it: then its traffic comes back.</source>
        <translation>Sobald seine Regeln es erlauben, geht ein Mitglied außer Betrieb. Wenn es leer ist, melden Sie den Beginn der Arbeit, arbeiten daran und melden das Ende: dann kommt der Verkehr zurück.</translation>
    </message>
    <message>
        <source>&amp;Begin Operation</source>
        <translation>Vorgang &amp;anfangen</translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>&amp;Id</source>
        <translation>&amp;Kennung</translation>
    </message>
    <message>
        <source>Type what kind of operation it is first.</source>
        <translation>Geben Sie erst die Art des Vorgangs ein.</translation>
    </message>
    <message>
        <source>Type an id first.</source>
        <translation>Geben Sie erst eine Kennung ein.</translation>
    </message>
    <message>
        <source>The id %1 belongs to deletions: choose another one.</source>
        <translation>Die Kennung %1 gehört Löschungen: wählen Sie eine andere.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Board</name>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>No operation is under way.</source>
        <translation>Kein Vorgang ist im Gang.</translation>
    </message>
    <message>
        <source>One is begun on members that are selected beside: Operations ▸ Begin Operation (Ctrl+B).</source>
        <translation>Einer fängt an Mitgliedern an, die daneben ausgewählt sind: Vorgänge ▸ Vorgang anfangen (Strg+B).</translation>
    </message>
    <message>
        <source>No employers yet.</source>
        <translation>Noch keine Dienste.</translation>
    </message>
    <message>
        <source>They appear with the first pass of their controller.</source>
        <translation>Sie erscheinen mit dem ersten Durchgang ihres Controllers.</translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s) are selected.</source>
        <translation>
            <numerusform>%n weitere Zeile ist ausgewählt.</numerusform>
            <numerusform>%n weitere Zeilen sind ausgewählt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Host: %1</source>
        <translation>Host: %1</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::BoardRefresh</name>
    <message>
        <source>Stale · %1. What is shown may be old.</source>
        <translation>Veraltet · %1. Was zu sehen ist, kann alt sein.</translation>
    </message>
    <message>
        <source>Stale · %1: what keeps the operations has not answered. What is shown may be old.</source>
        <translation>Veraltet · %1: wer die Vorgänge führt, hat nicht geantwortet. Was zu sehen ist, kann alt sein.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ChartsPane</name>
    <message>
        <source>Charts of controller</source>
        <translation>Kurven des Controllers</translation>
    </message>
    <message>
        <source>All controllers</source>
        <translation>Alle Controller</translation>
    </message>
    <message>
        <source>Time window %1</source>
        <translation>Zeitfenster %1</translation>
    </message>
    <message>
        <source>Queue depth</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Locks held</source>
        <translation>Belegte Sperren</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Neue Versuche</translation>
    </message>
    <message>
        <source>Handler</source>
        <translation>Handler</translation>
    </message>
    <message>
        <source>Locks that handlers hold</source>
        <translation>Sperren, die Handler belegen</translation>
    </message>
    <message>
        <source>At each moment: retries that were planned in the minute before it</source>
        <translation>Zu jedem Zeitpunkt: neue Versuche, die in der Minute davor geplant wurden</translation>
    </message>
    <message>
        <source>50, 95 and 99 of 100 handlers took less, over the last 10 s</source>
        <translation>50, 95 und 99 von 100 Handlern brauchten weniger, über die letzten 10 s</translation>
    </message>
    <message>
        <source>Objects that wait for a worker</source>
        <translation>Objekte, die auf einen Arbeiter warten</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>Host %1</source>
        <translation>Host %1</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::CommandNotice</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Commander</name>
    <message>
        <source>Nothing to do.</source>
        <translation>Nichts zu tun.</translation>
    </message>
    <message>
        <source>%1 paused.</source>
        <translation>%1 angehalten.</translation>
    </message>
    <message>
        <source>%1 resumed.</source>
        <translation>%1 fortgesetzt.</translation>
    </message>
    <message>
        <source>All controllers paused.</source>
        <translation>Alle Controller angehalten.</translation>
    </message>
    <message>
        <source>All controllers resumed.</source>
        <translation>Alle Controller fortgesetzt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 runs %n handler(s) at once.</source>
        <translation>
            <numerusform>%1 führt einen Handler aus.</numerusform>
            <numerusform>%1 führt %n Handler zugleich aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 lists now.</source>
        <translation>%1 listet jetzt.</translation>
    </message>
    <message>
        <source>%1 drains and is then removed.</source>
        <translation>%1 läuft leer und wird dann entfernt.</translation>
    </message>
    <message>
        <source>%1 queued in %2.</source>
        <translation>%1 in %2 eingereiht.</translation>
    </message>
    <message numerus="yes">
        <source>%n option(s) of %1 changed.</source>
        <translation>
            <numerusform>Eine Option von %1 geändert.</numerusform>
            <numerusform>%n Optionen von %1 geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ends now.</source>
        <translation>%1 endet jetzt.</translation>
    </message>
    <message>
        <source>%1 is paused already.</source>
        <translation>%1 ist schon angehalten.</translation>
    </message>
    <message>
        <source>%1 has no workers: set their number.</source>
        <translation>%1 hat keine Arbeiter: stellen Sie ihre Zahl ein.</translation>
    </message>
    <message>
        <source>%1 is not paused.</source>
        <translation>%1 ist nicht angehalten.</translation>
    </message>
    <message>
        <source>Taken back: “%1”</source>
        <translation>Zurückgenommen: „%1“</translation>
    </message>
    <message>
        <source>No controller is paused.</source>
        <translation>Kein Controller ist angehalten.</translation>
    </message>
    <message>
        <source>%1 The pause lasts %2.</source>
        <translation>%1 Die Pause dauert %2.</translation>
    </message>
    <message>
        <source>Objects that stay paused: %1.</source>
        <translation>Objekte, die angehalten bleiben: %1.</translation>
    </message>
    <message>
        <source>No host can be steered now.</source>
        <translation>Kein Host kann jetzt gesteuert werden.</translation>
    </message>
    <message>
        <source>Nothing was done.</source>
        <translation>Nichts wurde getan.</translation>
    </message>
    <message>
        <source>Not all was done.</source>
        <translation>Nicht alles wurde getan.</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>%1 was started anew since.</source>
        <translation>%1 wurde seither neu gestartet.</translation>
    </message>
    <message>
        <source>The pause would be over by now.</source>
        <translation>Die Pause wäre inzwischen vorbei.</translation>
    </message>
    <message>
        <source>“%1” cannot be taken back any more.</source>
        <translation>„%1“ lässt sich nicht mehr zurücknehmen.</translation>
    </message>
    <message>
        <source>Left as it is: %1.</source>
        <translation>So gelassen, wie es ist: %1.</translation>
    </message>
    <message>
        <source>All controllers are paused already.</source>
        <translation>Alle Controller sind schon angehalten.</translation>
    </message>
    <message>
        <source>%1 did not confirm the command, and may have carried it out all the same.</source>
        <translation>%1 hat den Befehl nicht bestätigt, ihn aber vielleicht trotzdem ausgeführt.</translation>
    </message>
    <message>
        <source>The host</source>
        <translation>Der Host</translation>
    </message>
    <message>
        <source>%1 takes over, and lists now.</source>
        <translation>%1 übernimmt und listet jetzt auf.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ConfirmDialog</name>
    <message numerus="yes">
        <source>Remove %n object(s) that their source no longer lists?</source>
        <translation>
            <numerusform>Ein Objekt entfernen, das seine Quelle nicht mehr listet?</numerusform>
            <numerusform>%n Objekte entfernen, die ihre Quelle nicht mehr listet?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n Object(s)</source>
        <translation>
            <numerusform>Ein Objekt entfernen</numerusform>
            <numerusform>%n Objekte entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 skipped: %2</source>
        <translation>%1 ausgelassen: %2</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>What is affected</source>
        <translation>Was betroffen ist</translation>
    </message>
    <message numerus="yes">
        <source>Keep %n object(s) that their source no longer lists?</source>
        <translation>
            <numerusform>Ein Objekt behalten, das seine Quelle nicht mehr listet?</numerusform>
            <numerusform>%n Objekte behalten, die ihre Quelle nicht mehr listet?</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is removed. What the source shows again counts as before. This cannot be taken back.</source>
        <translation>Nichts wird entfernt. Was die Quelle wieder zeigt, zählt wie zuvor. Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message numerus="yes">
        <source>Keep %n Object(s)</source>
        <translation>
            <numerusform>Ein Objekt behalten</numerusform>
            <numerusform>%n Objekte behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>They skip their back-off and run again, %1 a second: all in %2.</source>
        <translation>Sie laufen ohne Wartezeit erneut, %1 je Sekunde: alle in %2.</translation>
    </message>
    <message>
        <source>Controller: %1</source>
        <translation>Controller: %1</translation>
    </message>
    <message>
        <source>Controllers: %1</source>
        <translation>Controller: %1</translation>
    </message>
    <message>
        <source>What is discarded is forgotten with its retries and errors until a list or an event names it again. This cannot be taken back.</source>
        <translation>Was verworfen wird, ist mit seinen Wiederholungen und Fehlern vergessen, bis eine Liste oder ein Ereignis es wieder nennt. Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message numerus="yes">
        <source>Discard %n object(s)?</source>
        <translation>
            <numerusform>Ein Objekt verwerfen?</numerusform>
            <numerusform>%n Objekte verwerfen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n Object(s)</source>
        <translation>
            <numerusform>Ein Objekt verwerfen</numerusform>
            <numerusform>%n Objekte verwerfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requeue %n object(s)?</source>
        <translation>
            <numerusform>Ein Objekt neu einreihen?</numerusform>
            <numerusform>%n Objekte neu einreihen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requeue %n Object(s)</source>
        <translation>
            <numerusform>Ein Objekt neu einreihen</numerusform>
            <numerusform>%n Objekte neu einreihen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What controllers made for %n object(s) is cleaned up now. This cannot be taken back.</source>
        <translation>
            <numerusform>Was sein Controller gemacht hat, wird jetzt aufgeräumt. Das lässt sich nicht zurücknehmen.</numerusform>
            <numerusform>Was ihre Controller gemacht haben, wird jetzt aufgeräumt. Das lässt sich nicht zurücknehmen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ConnectDialog</name>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>Bernstein</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>Ver&amp;gessen</translation>
    </message>
    <message>
        <source>Connect to Host</source>
        <translation>Mit Host verbinden</translation>
    </message>
    <message>
        <source>as the address says</source>
        <translation>wie die Adresse sagt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>C&amp;olour</source>
        <translation>Fa&amp;rbe</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>not shown</source>
        <translation>nicht gezeigt</translation>
    </message>
    <message>
        <source>Type an address first.</source>
        <translation>Geben Sie zuerst eine Adresse ein.</translation>
    </message>
    <message>
        <source>No host is chosen.</source>
        <translation>Kein Host ist gewählt.</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>&amp;Trennen</translation>
    </message>
    <message>
        <source>&amp;Try Now</source>
        <translation>Jetzt ver&amp;suchen</translation>
    </message>
    <message>
        <source>A host of this computer: its name, as photos, or the path of its control socket, as /run/qontroller/photos/control.sock
Another computer over ssh: ssh://anna@server/photos, or ssh://server if one host runs there
Another computer over TLS: server:7000, with certificates</source>
        <translation>Ein Host dieses Computers: sein Name, wie photos, oder der Pfad seines Steuersockets, wie /run/qontroller/photos/control.sock
Ein anderer Computer über ssh: ssh://anna@server/photos, oder ssh://server, wenn dort ein Host läuft
Ein anderer Computer über TLS: server:7000, mit Zertifikaten</translation>
    </message>
    <message>
        <source>Hosts that are remembered, or run here</source>
        <translation>Hosts, die gemerkt sind oder hier laufen</translation>
    </message>
    <message>
        <source>runs here, not shown</source>
        <translation>läuft hier, nicht gezeigt</translation>
    </message>
    <message>
        <source>It is not remembered: it runs here.</source>
        <translation>Er ist nicht gemerkt: Er läuft hier.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ControllerSteering</name>
    <message>
        <source>%1 will be paused.</source>
        <translation>%1 anhalten.</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Pause %n Controller(s)</source>
        <translation>
            <numerusform>Controller an&amp;halten</numerusform>
            <numerusform>%n Controller an&amp;halten</numerusform>
        </translation>
    </message>
    <message>
        <source>Handlers of %1 that run at once (0 is the same as paused):</source>
        <translation>Handler von %1, die zugleich laufen (0 ist dasselbe wie angehalten):</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 entfernen?</translation>
    </message>
    <message>
        <source>Drain and Remove</source>
        <translation>Leerlaufen und entfernen</translation>
    </message>
    <message>
        <source>What is queued and running is handled first, then the controller ends. Objects stay as they are.</source>
        <translation>Was wartet und läuft, wird erst behandelt, dann endet der Controller. Objekte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>It runs again when its host is started anew or applies a session that has it.</source>
        <translation>Er läuft wieder, wenn sein Host neu gestartet wird oder eine Sitzung anwendet, die ihn hat.</translation>
    </message>
    <message>
        <source>Its settings are gone unless the session was saved.</source>
        <translation>Seine Einstellungen sind fort, wenn die Sitzung nicht gespeichert wurde.</translation>
    </message>
    <message>
        <source>Take over for %1?</source>
        <translation>Für %1 übernehmen?</translation>
    </message>
    <message>
        <source>Another controller has marked what it works on. If that one still works there, it stops: what it does just now may be done twice.</source>
        <translation>Ein anderer Controller hat gekennzeichnet, woran er arbeitet. Arbeitet jener noch dort, hört er auf: Was er gerade tut, geschieht vielleicht zweimal.</translation>
    </message>
    <message>
        <source>Take Over</source>
        <translation>Übernehmen</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::CopyDesk</name>
    <message>
        <source>Save Diagnostics</source>
        <translation>Diagnose speichern</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Diagnostics written to %1. Ids and error texts stand in it.</source>
        <translation>Diagnose nach %1 geschrieben. Kennungen und Fehlertexte stehen darin.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>Export Objects</source>
        <translation>Objekte exportieren</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) written to %1.</source>
        <translation>
            <numerusform>Ein Objekt nach %1 geschrieben.</numerusform>
            <numerusform>%n Objekte nach %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tables (*.tsv *.csv *.json)</source>
        <translation>Tabellen (*.tsv *.csv *.json)</translation>
    </message>
    <message>
        <source>Export Events</source>
        <translation>Ereignisse exportieren</translation>
    </message>
    <message>
        <source>Export Operator Log</source>
        <translation>Bedienprotokoll exportieren</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) written to %1.</source>
        <translation>
            <numerusform>%n Ereignis in %1 geschrieben.</numerusform>
            <numerusform>%n Ereignisse in %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) written to %1.</source>
        <translation>
            <numerusform>%n Zeile in %1 geschrieben.</numerusform>
            <numerusform>%n Zeilen in %1 geschrieben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::CrashDialog</name>
    <message>
        <source>After a Crash</source>
        <translation>Nach einem Absturz</translation>
    </message>
    <message numerus="yes">
        <source>%n plugin(s) ended the program the last time.</source>
        <translation>
            <numerusform>%n Plugin hat das Programm beim letzten Mal beendet.</numerusform>
            <numerusform>%n Plugins haben das Programm beim letzten Mal beendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Disable</source>
        <translation>&amp;Abschalten</translation>
    </message>
    <message>
        <source>Load It &amp;Anyway</source>
        <translation>Tr&amp;otzdem laden</translation>
    </message>
    <message>
        <source>Start &amp;Without Plugins</source>
        <translation>&amp;Ohne Plugins starten</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::DescriptionPane</name>
    <message>
        <source>Ask Again</source>
        <translation>Neu fragen</translation>
    </message>
    <message>
        <source>Ask the plugin what the object should be and what it is</source>
        <translation>Das Plugin fragen, wie das Objekt sein soll und wie es ist</translation>
    </message>
    <message>
        <source>Desired and actual state, line by line</source>
        <translation>Soll und Ist, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Asked %1 ago; no answer yet</source>
        <translation>Vor %1 gefragt; noch keine Antwort</translation>
    </message>
    <message>
        <source>As of %1 ago</source>
        <translation>Stand vor %1</translation>
    </message>
    <message>
        <source>the controller is gone</source>
        <translation>den Controller gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Nothing to compare: %1.</source>
        <translation>Nichts zu vergleichen: %1.</translation>
    </message>
    <message>
        <source>It is as it should be.</source>
        <translation>Es ist, wie es sein soll.</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) differ: − is so, + should be so.</source>
        <translation>
            <numerusform>Eine Zeile weicht ab: − ist so, + soll so sein.</numerusform>
            <numerusform>%n Zeilen weichen ab: − ist so, + soll so sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Asked %1 ago; plugins are still busy with earlier questions</source>
        <translation>Vor %1 gefragt; Plugins sind noch mit früheren Fragen beschäftigt</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::DetailsPane</name>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>Letzter Fehler</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Ago</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What happens next, and why</source>
        <translation>Was als Nächstes geschieht und warum</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>Letzter Lauf</translation>
    </message>
    <message>
        <source>Last success</source>
        <translation>Letzter Erfolg</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Queued because</source>
        <translation>Eingereiht wegen</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>none planned</source>
        <translation>keiner geplant</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>entf.</translation>
    </message>
    <message>
        <source>add</source>
        <translation>anl.</translation>
    </message>
    <message>
        <source>Should be and is</source>
        <translation>Soll und Ist</translation>
    </message>
    <message>
        <source>one more run follows</source>
        <translation>ein Lauf folgt</translation>
    </message>
    <message>
        <source>removal owed</source>
        <translation>Entfernen steht aus</translation>
    </message>
    <message>
        <source>No longer in this list</source>
        <translation>Nicht mehr in dieser Liste</translation>
    </message>
    <message>
        <source>As it is now: the tables are frozen</source>
        <translation>Wie es jetzt ist: die Tabellen sind eingefroren</translation>
    </message>
    <message>
        <source>This window is read only.</source>
        <translation>Dieses Fenster ist nur zum Lesen.</translation>
    </message>
    <message>
        <source>kept by an operator</source>
        <translation>von einem Bediener behalten</translation>
    </message>
    <message>
        <source>Kept by an operator as it is</source>
        <translation>Von einem Bediener behalten, wie es ist</translation>
    </message>
    <message>
        <source>%1 is asked for, none is observed yet</source>
        <translation>%1 wird verlangt, noch keine ist erreicht</translation>
    </message>
    <message>
        <source>%1 is observed</source>
        <translation>%1 ist erreicht</translation>
    </message>
    <message>
        <source>%1 is asked for, %2 is observed: behind by %3</source>
        <translation>%1 wird verlangt, %2 ist erreicht: %3 im Rückstand</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>Generation</translation>
    </message>
    <message>
        <source>Details of the object</source>
        <translation>Einzelheiten des Objekts</translation>
    </message>
    <message>
        <source>Select an object to see its attempts, its errors and what happens next.</source>
        <translation>Wählen Sie ein Objekt, um seine Versuche, seine Fehler und das Nächste zu sehen.</translation>
    </message>
    <message>
        <source>Last result</source>
        <translation>Letztes Ergebnis</translation>
    </message>
    <message>
        <source>%1 cannot be looked at now. %2</source>
        <translation>%1 kann jetzt nicht angesehen werden. %2</translation>
    </message>
    <message>
        <source>%1 has not yet sent the details of %2.</source>
        <translation>%1 hat die Einzelheiten von %2 noch nicht geschickt.</translation>
    </message>
    <message>
        <source>soon</source>
        <translation>bald</translation>
    </message>
    <message>
        <source>in about %1</source>
        <translation>in etwa %1</translation>
    </message>
    <message>
        <source>Kept for its handler</source>
        <translation>Für den Handler behalten</translation>
    </message>
    <message>
        <source>one run follows on resume</source>
        <translation>beim Fortsetzen folgt ein Lauf</translation>
    </message>
    <message>
        <source>1 of %1 selected: these buttons are for it alone, those of the tool bar, menus and keys for all %1</source>
        <translation>1 von %1 ausgewählten: Diese Knöpfe gelten nur ihm, Werkzeugleiste, Menüs und Tasten allen %1</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::DrainDialog</name>
    <message>
        <source>Removing %1</source>
        <translation>%1 wird entfernt</translation>
    </message>
    <message>
        <source>Waiting for what is queued and running …</source>
        <translation>Es wird auf das gewartet, was ansteht und läuft …</translation>
    </message>
    <message>
        <source>How much is done</source>
        <translation>Wie viel getan ist</translation>
    </message>
    <message>
        <source>&amp;End Now</source>
        <translation>Jetzt &amp;beenden</translation>
    </message>
    <message>
        <source>Ask what runs to stop, and leave what waits</source>
        <translation>Bittet Laufendes, aufzuhören, und lässt Wartendes liegen</translation>
    </message>
    <message>
        <source>Asked to stop. %1 still running.</source>
        <translation>Um Ende gebeten. %1 laufen noch.</translation>
    </message>
    <message>
        <source>%1 still running, %2 waiting. After 30 s what is left is asked to stop.</source>
        <translation>%1 laufen noch, %2 warten. Nach 30 s wird, was übrig ist, um Ende gebeten.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::EmployersModel</name>
    <message>
        <source>Last pass: %1</source>
        <translation>Letzter Durchgang: %1</translation>
    </message>
    <message>
        <source>No resource and no members yet</source>
        <translation>Noch keine Ressource und keine Mitglieder</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>errors</source>
        <translation>Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n Mitglied</numerusform>
            <numerusform>%n Mitglieder</numerusform>
        </translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>Ressource</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>its controller does not run</source>
        <translation>sein Controller läuft nicht</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::EmployersTree</name>
    <message>
        <source>Employers and their members</source>
        <translation>Dienste und ihre Mitglieder</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::EnqueueDialog</name>
    <message>
        <source>Enqueue Id</source>
        <translation>Kennung einreihen</translation>
    </message>
    <message>
        <source>&amp;Enqueue</source>
        <translation>&amp;Einreihen</translation>
    </message>
    <message>
        <source>&amp;Controller</source>
        <translation>&amp;Controller</translation>
    </message>
    <message>
        <source>&amp;Id</source>
        <translation>&amp;Kennung</translation>
    </message>
    <message>
        <source>Type an id first.</source>
        <translation>Geben Sie erst eine Kennung ein.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::EventsModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::EventsPane</name>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Only attempts that failed, parked and stuck objects, and what works again</source>
        <translation>Nur gescheiterte Versuche, abgestellte und hängende Objekte, und was wieder geht</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Only lists and watches, and removals that follow from them</source>
        <translation>Nur Listen und Beobachtungen, und Entfernungen, die daraus folgen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Only what operators asked for, and pauses that ended</source>
        <translation>Nur was Bediener verlangt haben, und Pausen, die endeten</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Only locks that were refused or lost, and the lock service</source>
        <translation>Nur Sperren, die verweigert wurden oder verloren gingen, und der Sperrdienst</translation>
    </message>
    <message>
        <source>All Else</source>
        <translation>Übriges</translation>
    </message>
    <message>
        <source>Only what handlers tell of, processes, shortages and controllers that ended</source>
        <translation>Nur was Handler melden, Prozesse, Mängel und Controller, die endeten</translation>
    </message>
    <message>
        <source>Only Selected</source>
        <translation>Nur Ausgewähltes</translation>
    </message>
    <message>
        <source>Only of the objects or controllers that are selected in the tab above</source>
        <translation>Nur von den Objekten oder Controllern, die in der Tabelle darüber ausgewählt sind</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Festhalten</translation>
    </message>
    <message>
        <source>The rows stay as they are</source>
        <translation>Die Zeilen bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Shows what is new, and follows the end from now on</source>
        <translation>Zeigt, was neu ist, und folgt von jetzt an dem Ende</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::FacetsPane</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>In any state</source>
        <translation>In jedem Zustand</translation>
    </message>
    <message>
        <source>Facets: objects by state, controller and error</source>
        <translation>Facetten: Objekte nach Zustand, Controller und Fehler</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::FilterBox</name>
    <message>
        <source>Filter: state:failed controller:photos id:/re/ tries:&gt;=3 age:&gt;5m text</source>
        <translation>Filter: state:failed controller:photos id:/re/ tries:&gt;=3 age:&gt;5m Text</translation>
    </message>
    <message>
        <source>Character %1: %2</source>
        <translation>Zeichen %1: %2</translation>
    </message>
    <message>
        <source>The table still shows: %1</source>
        <translation>Die Tabelle zeigt weiterhin: %1</translation>
    </message>
    <message>
        <source>&lt;p&gt;All terms must hold. &lt;b&gt;word&lt;/b&gt; and &lt;b&gt;/expression/&lt;/b&gt; look into id and error.&lt;/p&gt;&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; with words and commas · &lt;b&gt;%2&lt;/b&gt; with text or /expression/ · &lt;b&gt;%3&lt;/b&gt; with a number · &lt;b&gt;%4&lt;/b&gt; with a duration, both after &amp;gt;= &amp;gt; &amp;lt; &amp;lt;= · &lt;b&gt;-&lt;/b&gt; before a term negates it.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Alle Bedingungen müssen gelten. &lt;b&gt;Wort&lt;/b&gt; und &lt;b&gt;/Ausdruck/&lt;/b&gt; suchen in Kennung und Fehler.&lt;/p&gt;&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; mit Wörtern und Kommas · &lt;b&gt;%2&lt;/b&gt; mit Text oder /Ausdruck/ · &lt;b&gt;%3&lt;/b&gt; mit einer Zahl · &lt;b&gt;%4&lt;/b&gt; mit einer Dauer, beide nach &amp;gt;= &amp;gt; &amp;lt; &amp;lt;= · &lt;b&gt;-&lt;/b&gt; davor verneint.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Filter objects</source>
        <translation>Objekte filtern</translation>
    </message>
    <message>
        <source>The table still shows all objects.</source>
        <translation>Die Tabelle zeigt weiterhin alle Objekte.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::FocusedList</name>
    <message>
        <source>Nothing was done: this key is for what is selected in the tab %1, and the keyboard is in the list %2.</source>
        <translation>Nichts wurde getan: Diese Taste gilt für das, was auf der Karte %1 ausgewählt ist, und die Tastatur ist in der Liste %2.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::GoneNotice</name>
    <message>
        <source>%1 is gone: it was removed, or the session lacks it.</source>
        <translation>%1 gibt es nicht mehr: Er wurde entfernt oder fehlt in der Sitzung.</translation>
    </message>
    <message>
        <source>it is not paused any more (%1)</source>
        <translation>er ist nicht mehr angehalten (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) of it are not paused any more</source>
        <translation>
            <numerusform>eines seiner Objekte ist nicht mehr angehalten</numerusform>
            <numerusform>%n seiner Objekte sind nicht mehr angehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was started anew, and pauses were lost: %2.</source>
        <translation>%1 wurde neu gestartet, und Pausen gingen verloren: %2.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::HealthRow</name>
    <message numerus="yes">
        <source>%1 object(s)</source>
        <translation>
            <numerusform>%1 Objekt</numerusform>
            <numerusform>%1 Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>gone</source>
        <translation>nicht mehr da</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::HelpDesk</name>
    <message>
        <source>Find Action</source>
        <translation>Aktion finden</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Qontroller</source>
        <translation>Über Qontroller</translation>
    </message>
    <message>
        <source>&lt;b&gt;Qontroller %1&lt;/b&gt;&lt;p&gt;Reconciliation controllers without Kubernetes, with a window to see and steer them.&lt;/p&gt;&lt;p&gt;GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Qontroller %1&lt;/b&gt;&lt;p&gt;Abgleichende Controller ohne Kubernetes, mit einem Fenster zum Sehen und Steuern.&lt;/p&gt;&lt;p&gt;GNU General Public License, Version 3 oder neuer.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>The language of the help page: a file in resources/help.</extracomment>
        <translation>de</translation>
    </message>
    <message>
        <source>Find in the help</source>
        <translation>In der Hilfe suchen</translation>
    </message>
    <message>
        <source>Find; Enter goes on</source>
        <translation>Suchen; Eingabe sucht weiter</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ItemSteering</name>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>ein Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Pause %n Object(s)</source>
        <translation>
            <numerusform>Ein Objekt an&amp;halten</numerusform>
            <numerusform>%n Objekte an&amp;halten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 will be paused.</source>
        <translation>%1 von %2 anhalten.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::JobCommander</name>
    <message>
        <source>Nothing to do.</source>
        <translation>Nichts zu tun.</translation>
    </message>
    <message>
        <source>Nothing was done: the hosts are still asked about the objects before.</source>
        <translation>Nichts wurde getan: Die Hosts werden noch nach den Objekten davor gefragt.</translation>
    </message>
    <message>
        <source>A job has ended with its host: %1</source>
        <translation>Ein Auftrag hat mit seinem Host geendet: %1</translation>
    </message>
    <message>
        <source>%1 has ended: %2</source>
        <translation>%1 ist zu Ende: %2</translation>
    </message>
    <message>
        <source>Nothing was done: %1</source>
        <translation>Nichts wurde getan: %1</translation>
    </message>
    <message>
        <source>The job was not stopped: %1</source>
        <translation>Der Auftrag wurde nicht gestoppt: %1</translation>
    </message>
    <message>
        <source>As far as is known, not all was done: %1</source>
        <translation>Soweit bekannt, wurde nicht alles getan: %1</translation>
    </message>
    <message>
        <source>As far as is known, nothing was done: %1</source>
        <translation>Soweit bekannt, wurde nichts getan: %1</translation>
    </message>
    <message>
        <source>the rest is not known: the host was started anew</source>
        <translation>der Rest ist nicht bekannt: Der Host wurde neu gestartet</translation>
    </message>
    <message>
        <source>It is not known whether the job was stopped: %1</source>
        <translation>Ob der Auftrag gestoppt wurde, ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>Not all was done: %1</source>
        <translation>Nicht alles wurde getan: %1</translation>
    </message>
    <message>
        <source>Requeued, %1 a second: %2.</source>
        <translation>Neu eingereiht, %1 je Sekunde: %2.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>ein Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>It is not known whether the workers of %1 were set: %2</source>
        <translation>Es ist nicht bekannt, ob die Arbeiter von %1 eingestellt wurden: %2</translation>
    </message>
    <message>
        <source>The workers of %1 were not set: %2</source>
        <translation>Die Arbeiter von %1 wurden nicht eingestellt: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n worker(s) for %1, then %2 again</source>
        <translation>
            <numerusform>Für %1 %n Arbeiter, dann wieder %2</numerusform>
            <numerusform>Für %1 %n Arbeiter, dann wieder %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::LifecycleCommander</name>
    <message>
        <source>Start operation</source>
        <translation>Vorgang beginnen lassen</translation>
    </message>
    <message>
        <source>Operation started on %1.</source>
        <translation>Die Arbeit an %1 hat begonnen.</translation>
    </message>
    <message>
        <source>Finish operation</source>
        <translation>Vorgang beenden</translation>
    </message>
    <message>
        <source>Operation finished on %1.</source>
        <translation>Die Arbeit an %1 ist beendet.</translation>
    </message>
    <message>
        <source>Undo operation</source>
        <translation>Vorgang zurücknehmen</translation>
    </message>
    <message>
        <source>Operation undone on %1.</source>
        <translation>Der Vorgang an %1 ist zurückgenommen.</translation>
    </message>
    <message>
        <source>Force operation</source>
        <translation>Vorgang erzwingen</translation>
    </message>
    <message>
        <source>Operation forced on %1.</source>
        <translation>Der Vorgang an %1 ist erzwungen.</translation>
    </message>
    <message>
        <source>%1 skipped: %2</source>
        <translation>%1 ausgelassen: %2</translation>
    </message>
    <message>
        <source>Begin operation %1 (%2)</source>
        <translation>Vorgang %1 (%2) anfangen</translation>
    </message>
    <message>
        <source>Operation begun on %1.</source>
        <translation>Der Vorgang an %1 hat angefangen.</translation>
    </message>
    <message>
        <source>Delete member</source>
        <translation>Mitglied löschen</translation>
    </message>
    <message>
        <source>%1: to be deleted once it is drained.</source>
        <translation>%1: wird gelöscht, sobald es leer ist.</translation>
    </message>
    <message>
        <source>%1 has failed for %2: %3.</source>
        <translation>%1 ist für %2 gescheitert: %3.</translation>
    </message>
    <message>
        <source>Forget employer</source>
        <translation>Dienst vergessen</translation>
    </message>
    <message>
        <source>%1: forgotten.</source>
        <translation>%1: vergessen.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::LiveOptionsDialog</name>
    <message>
        <source>Options of %1</source>
        <translation>Optionen von %1</translation>
    </message>
    <message>
        <source>They take effect at once. To keep them, save the session.</source>
        <translation>Sie wirken sofort. Um sie zu behalten, speichern Sie die Sitzung.</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>They take effect at once. qontrollerctl session --save writes them into the session file of their host.</source>
        <translation>Sie wirken sofort. qontrollerctl session --save schreibt sie in die Sitzungsdatei ihres Hosts.</translation>
    </message>
    <message>
        <source>It differs from the session:</source>
        <translation>Von der Sitzung weicht ab:</translation>
    </message>
    <message>
        <source>Go &amp;Back</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Has these options as the session says again. Undo takes it back.</source>
        <translation>Stellt diese Optionen wieder so ein, wie die Sitzung es sagt. Rückgängig nimmt es zurück.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::LiveState</name>
    <message>
        <source>its host does not have it any more</source>
        <translation>sein Host hat ihn nicht mehr</translation>
    </message>
    <message>
        <source>without a reason</source>
        <translation>ohne Grund</translation>
    </message>
    <message>
        <source>%1 is not known any more: %2 is gone.</source>
        <translation>%1 ist nicht mehr bekannt: %2 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>%1 is not known yet: not all of %2 has been read.</source>
        <translation>%1 ist noch nicht bekannt: %2 ist noch nicht ganz gelesen.</translation>
    </message>
    <message>
        <source>%1 is not known any more.</source>
        <translation>%1 ist nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>its host is not shown any more</source>
        <translation>sein Host wird nicht mehr gezeigt</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::LoadPluginDialog</name>
    <message>
        <source>Load Controller Plugin</source>
        <translation>Controller-Plugin laden</translation>
    </message>
    <message>
        <source>Plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>Choose a plugin</source>
        <translation>Ein Plugin wählen</translation>
    </message>
    <message>
        <source>Choose &amp;File…</source>
        <translation>&amp;Datei wählen …</translation>
    </message>
    <message>
        <source>&amp;Plugin:</source>
        <translation>&amp;Plugin:</translation>
    </message>
    <message>
        <source>I &amp;trust this file</source>
        <translation>Ich &amp;vertraue dieser Datei</translation>
    </message>
    <message>
        <source>Name of the controller</source>
        <translation>Name des Controllers</translation>
    </message>
    <message>
        <source>&amp;Name *</source>
        <translation>&amp;Name *</translation>
    </message>
    <message>
        <source>P&amp;arameters</source>
        <translation>P&amp;arameter</translation>
    </message>
    <message>
        <source>&amp;Options</source>
        <translation>&amp;Optionen</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Choose a Plugin File</source>
        <translation>Plugin-Datei wählen</translation>
    </message>
    <message>
        <source>Plugins (*.so)</source>
        <translation>Plugins (*.so)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a plugin from the list or a file. You see what it is before anything of it is loaded.</source>
        <translation>Wählen Sie ein Plugin aus der Liste oder eine Datei. Sie sehen, was es ist, bevor etwas davon geladen wird.</translation>
    </message>
    <message>
        <source>Unknown plugin</source>
        <translation>Unbekanntes Plugin</translation>
    </message>
    <message>
        <source>API %1</source>
        <translation>API %1</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Ein Name fehlt.</translation>
    </message>
    <message>
        <source>A controller of this name runs already.</source>
        <translation>Ein Controller dieses Namens läuft schon.</translation>
    </message>
    <message>
        <source>Loc&amp;ks</source>
        <translation>S&amp;perren</translation>
    </message>
    <message>
        <source>&amp;Run in a process of its own</source>
        <translation>In einem &amp;eigenen Prozess ausführen</translation>
    </message>
    <message>
        <source>If the plugin crashes or hangs, it is started again and nothing else notices. Each object takes a little longer.</source>
        <translation>Stürzt das Plugin ab oder hängt es, wird es neu gestartet, und sonst merkt niemand etwas. Jedes Objekt dauert etwas länger.</translation>
    </message>
    <message>
        <source>No plugin is chosen.</source>
        <translation>Kein Plugin ist gewählt.</translation>
    </message>
    <message>
        <source>Tick first that you trust the file.</source>
        <translation>Bestätigen Sie erst, dass Sie der Datei vertrauen.</translation>
    </message>
    <message>
        <source>The plugin cannot be used.</source>
        <translation>Das Plugin lässt sich nicht verwenden.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::LockerChoice</name>
    <message>
        <source>This host only (memory)</source>
        <translation>Nur dieser Rechner (Speicher)</translation>
    </message>
    <message>
        <source>&amp;Locker</source>
        <translation>S&amp;perrdienst</translation>
    </message>
    <message>
        <source>Within one host an id is with one worker at a time anyway. To share objects between hosts, a locker plugin is needed: none is there.</source>
        <translation>Auf einem Rechner ist eine Kennung ohnehin nur bei einem Arbeiter. Um Objekte zwischen Rechnern zu teilen, braucht es ein Sperrplugin: es gibt keines.</translation>
    </message>
    <message>
        <source>Within one host an id is with one worker at a time anyway. A locker shares objects between hosts.</source>
        <translation>Auf einem Rechner ist eine Kennung ohnehin nur bei einem Arbeiter. Ein Sperrdienst teilt Objekte zwischen Rechnern.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Logs</name>
    <message>
        <source>Struck through is what events do not have. Here controller:, host:, id:, error: and words count.</source>
        <translation>Durchgestrichen ist, was Ereignisse nicht haben. Hier zählen controller:, host:, id:, error: und Wörter.</translation>
    </message>
    <message>
        <source>Struck through is what lines of the operator log do not have. Here controller:, host:, id: and words count.</source>
        <translation>Durchgestrichen ist, was Zeilen des Bedienprotokolls nicht haben. Hier zählen controller:, host:, id: und Wörter.</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>Noch keine Ereignisse.</translation>
    </message>
    <message>
        <source>Errors, failed lists, commands and what came of them stand here.</source>
        <translation>Hier stehen Fehler, gescheiterte Listen, Befehle und was daraus wurde.</translation>
    </message>
    <message>
        <source>Nothing has been steered yet.</source>
        <translation>Noch wurde nicht eingegriffen.</translation>
    </message>
    <message>
        <source>No event matches the filter.</source>
        <translation>Kein Ereignis passt zum Filter.</translation>
    </message>
    <message>
        <source>Of its terms controller:, host:, id:, error: and words count here. Esc in the filter box shows all again.</source>
        <translation>Von seinen Bedingungen zählen hier controller:, host:, id:, error: und Wörter. Esc im Filterfeld zeigt wieder alle.</translation>
    </message>
    <message>
        <source>No event is of what is chosen above.</source>
        <translation>Kein Ereignis gehört zu dem, was oben gewählt ist.</translation>
    </message>
    <message>
        <source>A click on a pressed button shows all again.</source>
        <translation>Ein Klick auf einen gedrückten Knopf zeigt wieder alles.</translation>
    </message>
    <message>
        <source>What operators ask of a host is written down there, and shown here.</source>
        <translation>Was Bediener von einem Host verlangen, wird dort aufgeschrieben und hier gezeigt.</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>Keine Zeile passt zum Filter.</translation>
    </message>
    <message>
        <source>Of its terms controller:, host:, id: and words count here. Esc in the filter box shows all again.</source>
        <translation>Von seinen Bedingungen zählen hier controller:, host:, id: und Wörter. Esc im Filterfeld zeigt wieder alles.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::MainWindow</name>
    <message>
        <source>%1 cannot be written as a picture: name a .png file in a folder that exists.</source>
        <translation>%1 lässt sich nicht als Bild schreiben: nennen Sie eine .png-Datei in einem Ordner, den es gibt.</translation>
    </message>
    <message>
        <source>The window was written to %1.</source>
        <translation>Das Fenster wurde nach %1 geschrieben.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Navigator</name>
    <message>
        <source>“%1” is no filter. %2</source>
        <translation>„%1“ ist kein Filter. %2</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Go to Id</source>
        <translation>Gehe zu Kennung</translation>
    </message>
    <message>
        <source>Id, or how it begins:</source>
        <translation>Kennung oder ihr Anfang:</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehen</translation>
    </message>
    <message>
        <source>No object is called %1.</source>
        <translation>Kein Objekt heißt %1.</translation>
    </message>
    <message>
        <source>%1 is not among the objects of %2.</source>
        <translation>%1 ist nicht unter den Objekten von %2.</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 ist weg.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::NeedRow</name>
    <message>
        <source>More for %1</source>
        <translation>Mehr für %1</translation>
    </message>
    <message>
        <source>Settled: %1</source>
        <translation>Erledigt: %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) still fail, and are tried again: %1</source>
        <translation>
            <numerusform>%n Objekt scheitert noch und wird wieder versucht: %1</numerusform>
            <numerusform>%n Objekte scheitern noch und werden wieder versucht: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::OperationSteering</name>
    <message>
        <source>What still holds a member does not count any more: it counts as drained, and requests that still reach it may fail. It waits for:
%1</source>
        <translation>Was ein Mitglied noch hält, zählt nicht mehr: es gilt als leer, und Anfragen, die es noch erreichen, können scheitern. Es wartet auf:
%1</translation>
    </message>
    <message>
        <source>Work that has not ended counts as finished: traffic comes back to the member, whatever is still done to it.</source>
        <translation>Was noch nicht beendet ist, gilt als beendet: der Verkehr kommt zum Mitglied zurück, was immer noch damit geschieht.</translation>
    </message>
    <message>
        <source>This cannot be taken back.</source>
        <translation>Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Force %1?</source>
        <translation>%1 erzwingen?</translation>
    </message>
    <message numerus="yes">
        <source>Force %n operation(s)?</source>
        <translation>
            <numerusform>%n Vorgang erzwingen?</numerusform>
            <numerusform>%n Vorgänge erzwingen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Force %n Operation(s)</source>
        <translation>
            <numerusform>%n Vorgang erzwingen</numerusform>
            <numerusform>%n Vorgänge erzwingen</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>%1 löschen?</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n member(s)?</source>
        <translation>
            <numerusform>%n Mitglied löschen?</numerusform>
            <numerusform>%n Mitglieder löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>When its rules permit it, a member is drained, and then its controller deletes the object itself. Until it is drained, Undo on its operation keeps it.</source>
        <translation>Wenn seine Regeln es erlauben, läuft ein Mitglied leer, und dann löscht sein Controller das Objekt selbst. Bis es leer ist, behält man es mit „Vorgang zurücknehmen“.</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n Member(s)</source>
        <translation>
            <numerusform>%n Mitglied löschen</numerusform>
            <numerusform>%n Mitglieder löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget %1?</source>
        <translation>%1 vergessen?</translation>
    </message>
    <message numerus="yes">
        <source>Forget %n employer(s)?</source>
        <translation>
            <numerusform>%n Dienst vergessen?</numerusform>
            <numerusform>%n Dienste vergessen?</numerusform>
        </translation>
    </message>
    <message>
        <source>No operation waits for it any more, and its members count as drained. What it has at its provider stays there as it is: if requests still reach a member that way, they fail while the member is operated on.

This cannot be taken back. If its controller was only renamed or moved, let it run under its old name once more instead.</source>
        <translation>Kein Vorgang wartet mehr auf ihn, und seine Mitglieder gelten als leer. Was er draußen eingerichtet hat, bleibt dort, wie es ist: erreichen Anfragen ein Mitglied noch auf diesem Weg, so scheitern sie, während daran gearbeitet wird.

Das lässt sich nicht zurücknehmen. Wurde sein Controller nur umbenannt oder verschoben, dann lassen Sie ihn stattdessen noch einmal unter dem alten Namen laufen.</translation>
    </message>
    <message numerus="yes">
        <source>Forget %n Employer(s)</source>
        <translation>
            <numerusform>%n Dienst vergessen</numerusform>
            <numerusform>%n Dienste vergessen</numerusform>
        </translation>
    </message>
    <message>
        <source>It has changed since it was asked about.</source>
        <translation>Sie hat sich seit der Frage geändert.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::OperatorLogModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>not confirmed: %1</source>
        <translation>nicht bestätigt: %1</translation>
    </message>
    <message>
        <source>not sent: %1</source>
        <translation>nicht gesendet: %1</translation>
    </message>
    <message>
        <source>runs, or waits for a worker</source>
        <translation>läuft oder wartet auf einen Arbeiter</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Overview</name>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>Controller</translation>
    </message>
    <message numerus="yes">
        <source>%n fault(s)</source>
        <translation>
            <numerusform>%n Störung</numerusform>
            <numerusform>%n Störungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n decision(s)</source>
        <translation>
            <numerusform>%n Entscheidung</numerusform>
            <numerusform>%n Entscheidungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing needs you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s)</source>
        <translation>
            <numerusform>%n Controller</numerusform>
            <numerusform>%n Controller</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 object(s)</source>
        <translation>
            <numerusform>%1 Objekt</numerusform>
            <numerusform>%1 Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 failing, of which %2 given up</source>
        <translation>%1 fehlerhaft, davon %2 aufgegeben</translation>
    </message>
    <message>
        <source>quiet since %1 (%2)</source>
        <translation>ruhig seit %1 Uhr (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%n acknowledged</source>
        <translation>
            <numerusform>%n quittiert</numerusform>
            <numerusform>%n quittiert</numerusform>
        </translation>
    </message>
    <message>
        <source>since %1 (%2)</source>
        <translation>seit %1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%n new, in their places once you leave the list</source>
        <translation>
            <numerusform>%n Neues, am richtigen Platz, sobald Sie die Liste verlassen</numerusform>
            <numerusform>%n Neue, am richtigen Platz, sobald Sie die Liste verlassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>Was ansteht</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::OverviewDesk</name>
    <message>
        <source>Nothing was done: none of them is so any more, or the host did not tell which are.</source>
        <translation>Nichts geschah: keines davon ist mehr so, oder der Host hat nicht gesagt, welche.</translation>
    </message>
    <message>
        <source>Nothing was done: it is settled already. %1</source>
        <translation>Es wurde nichts getan: Das hat sich schon erledigt. %1</translation>
    </message>
    <message>
        <source>Nothing was done: it has changed meanwhile. %1</source>
        <translation>Es wurde nichts getan: Das hat sich inzwischen geändert. %1</translation>
    </message>
    <message>
        <source>Resume %1?</source>
        <translation>%1 fortsetzen?</translation>
    </message>
    <message numerus="yes">
        <source>Resume %n object(s)?</source>
        <translation>
            <numerusform>%n Objekt fortsetzen?</numerusform>
            <numerusform>%n Objekte fortsetzen?</numerusform>
        </translation>
    </message>
    <message>
        <source>This ends pauses that were not begun in this window.</source>
        <translation>Das beendet Pausen, die nicht in diesem Fenster begonnen haben.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ParameterForm</name>
    <message>
        <source>A value is needed.</source>
        <translation>Ein Wert fehlt.</translation>
    </message>
    <message>
        <source>This plugin takes no parameters.</source>
        <translation>Dieses Plugin hat keine Parameter.</translation>
    </message>
    <message>
        <source>%1 *</source>
        <translation>%1 *</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Erforderlich</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TermsDialog</name>
    <message numerus="yes">
        <source>%n of them is (are) paused already: that pause then ends at this time.</source>
        <translation>
            <numerusform>%n davon ist schon angehalten: Diese Pause endet dann zu dieser Zeit.</numerusform>
            <numerusform>%n davon sind schon angehalten: Diese Pausen enden dann zu dieser Zeit.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>What runs ends normally. Triggers are remembered: one run follows on resume.</source>
        <translation>Was läuft, endet normal. Auslöser werden gemerkt: beim Fortsetzen folgt ein Lauf.</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Quittieren</translation>
    </message>
    <message>
        <source>It stays in the list, at every window, and alarms nobody, unless there is more of it.</source>
        <translation>Es bleibt in der Liste, in jedem Fenster, und alarmiert niemanden, solange es nicht mehr wird.</translation>
    </message>
    <message>
        <source>Until it is over</source>
        <translation>Bis es vorbei ist</translation>
    </message>
    <message>
        <source>&amp;Acknowledge</source>
        <translation>&amp;Quittieren</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TermsForm</name>
    <message>
        <source>What others should know</source>
        <translation>Was andere wissen sollten</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Für</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>&amp;Grund</translation>
    </message>
    <message>
        <source>Until an operator resumes it</source>
        <translation>Bis ein Bediener fortsetzt</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::PluginDesk</name>
    <message>
        <source>Manage Plugins</source>
        <translation>Plugins verwalten</translation>
    </message>
    <message>
        <source>%1 starts. Its objects appear with the first complete list.</source>
        <translation>%1 beginnt. Seine Objekte erscheinen mit der ersten vollständigen Liste.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::PluginsDialog</name>
    <message>
        <source>Plugins</source>
        <translation>Plugins</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>&amp;Load…</source>
        <translation>&amp;Laden …</translation>
    </message>
    <message>
        <source>Manage Plugins</source>
        <translation>Plugins verwalten</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>Ladezeit</translation>
    </message>
    <message>
        <source>&amp;Trust…</source>
        <translation>&amp;Vertrauen …</translation>
    </message>
    <message>
        <source>&amp;Disable</source>
        <translation>&amp;Abschalten</translation>
    </message>
    <message>
        <source>T&amp;ry Again</source>
        <translation>Erne&amp;ut versuchen</translation>
    </message>
    <message>
        <source>&amp;Copy Diagnostics</source>
        <translation>&amp;Diagnose kopieren</translation>
    </message>
    <message>
        <source>Cl&amp;ose</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>No plugin was found. Drop a file here, or start with --plugin-path.</source>
        <translation>Kein Plugin gefunden. Ziehen Sie eine Datei hierher oder starten Sie mit --plugin-path.</translation>
    </message>
    <message>
        <source>Choose a plugin to see why it is in its state, or drop a file here.</source>
        <translation>Wählen Sie ein Plugin, um zu sehen, warum es in seinem Zustand ist, oder ziehen Sie eine Datei hierher.</translation>
    </message>
    <message>
        <source>&amp;Enable</source>
        <translation>&amp;Einschalten</translation>
    </message>
    <message>
        <source>No plugin is chosen.</source>
        <translation>Kein Plugin ist gewählt.</translation>
    </message>
    <message>
        <source>No controller can be started with it.</source>
        <translation>Damit lässt sich kein Controller starten.</translation>
    </message>
    <message>
        <source>It does not wait to be trusted.</source>
        <translation>Es wartet nicht auf Vertrauen.</translation>
    </message>
    <message>
        <source>It is refused, whether it is disabled or not.</source>
        <translation>Es ist abgelehnt, ob ausgeschaltet oder nicht.</translation>
    </message>
    <message>
        <source>It did not end the program.</source>
        <translation>Es hat das Programm nicht beendet.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Preferences</name>
    <message>
        <source>The language changes with the next start.</source>
        <translation>Die Sprache wechselt mit dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::QuitDialog</name>
    <message>
        <source>What runs differs from what is saved in the session file.</source>
        <translation>Was läuft, weicht von dem ab, was in der Sitzungsdatei gespeichert ist.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>&amp;Save and Quit</source>
        <translation>&amp;Speichern und beenden</translation>
    </message>
    <message>
        <source>&amp;Quit Without Saving</source>
        <translation>&amp;Ohne Speichern beenden</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Quit Qontroller?</source>
        <translation>Qontroller beenden?</translation>
    </message>
    <message numerus="yes">
        <source>%n handler(s) are running. The program ends when they have returned, after 30 s at the latest.</source>
        <translation>
            <numerusform>Ein Handler läuft. Das Programm endet, wenn er zurückgekehrt ist, spätestens nach 30 s.</numerusform>
            <numerusform>%n Handler laufen. Das Programm endet, wenn sie zurückgekehrt sind, spätestens nach 30 s.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) are out of service for an operation, and stay so until the next start: %1.</source>
        <translation>
            <numerusform>%n Mitglied ist für einen Vorgang außer Betrieb und bleibt es bis zum nächsten Start: %1.</numerusform>
            <numerusform>%n Mitglieder sind für einen Vorgang außer Betrieb und bleiben es bis zum nächsten Start: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) wait for a handler. Those that have not run by then are left for the next start.</source>
        <translation>
            <numerusform>Ein Objekt wartet auf einen Handler. Läuft es bis dahin nicht, bleibt es für den nächsten Start.</numerusform>
            <numerusform>%n Objekte warten auf einen Handler. Was bis dahin nicht läuft, bleibt für den nächsten Start.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Jobs that go on are stopped. %n object(s) have not had their turn.</source>
        <translation>
            <numerusform>Aufträge, die noch laufen, werden gestoppt. Ein Objekt war noch nicht an der Reihe.</numerusform>
            <numerusform>Aufträge, die noch laufen, werden gestoppt. %n Objekte waren noch nicht an der Reihe.</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal cannot be written: what was done since then is forgotten. %1.</source>
        <translation>Das Journal kann nicht geschrieben werden: Was seither getan wurde, wird vergessen. %1.</translation>
    </message>
    <message>
        <source>Forgotten, unless the session is saved: %1.</source>
        <translation>Vergessen wird, wenn die Sitzung nicht gespeichert wird: %1.</translation>
    </message>
    <message>
        <source>Forgotten, because no journal is kept: %1.</source>
        <translation>Vergessen wird, weil kein Journal geführt wird: %1.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::SessionDesk</name>
    <message>
        <source>Open Session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Sessions (*.json)</source>
        <translation>Sitzungen (*.json)</translation>
    </message>
    <message>
        <source>Save Session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Apply Session</source>
        <translation>Sitzung anwenden</translation>
    </message>
    <message>
        <source>Nothing was applied: the dialog was closed while it was checked once more.</source>
        <translation>Nichts wurde angewendet: Der Dialog wurde geschlossen, während noch einmal geprüft wurde.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::StatusLine</name>
    <message>
        <source>Liveness</source>
        <translation>Aktualität</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Refresh rate</source>
        <translation>Bildrate</translation>
    </message>
    <message>
        <source>Live · %1 s</source>
        <translation>Aktuell · %1 s</translation>
    </message>
    <message>
        <source>Stale · %1</source>
        <translation>Veraltet · %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source> · %1 selected</source>
        <translation> · %1 gewählt</translation>
    </message>
    <message>
        <source> · %1 changes not shown yet</source>
        <translation> · %1 Änderungen noch nicht gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s) paused</source>
        <translation>
            <numerusform>ein Controller angehalten</numerusform>
            <numerusform>%n Controller angehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 events/s · %2 dropped</source>
        <translation>%1 Ereignisse/s · %2 verworfen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message numerus="yes">
        <source>Frozen · +%1 change(s)</source>
        <translation>
            <numerusform>Eingefroren · +%1 Änderung</numerusform>
            <numerusform>Eingefroren · +%1 Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>Objects shown</source>
        <translation>Gezeigte Objekte</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) paused</source>
        <translation>
            <numerusform>ein Objekt angehalten</numerusform>
            <numerusform>%n Objekte angehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Hosts</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n host(s) are not reached</source>
        <translation>
            <numerusform>%1 von %n Host ist nicht erreicht</numerusform>
            <numerusform>%1 von %n Hosts sind nicht erreicht</numerusform>
        </translation>
    </message>
    <message>
        <source>job %1 (%2): %3</source>
        <translation>Auftrag %1 (%2): %3</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Which of the jobs is to stop?</source>
        <translation>Welcher der Aufträge soll stoppen?</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>%1 stoppen</translation>
    </message>
    <message>
        <source>the next ends in %1</source>
        <translation>die nächste endet in %1</translation>
    </message>
    <message>
        <source>You may only look at %1</source>
        <translation>%1 dürfen Sie nur ansehen</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s): %1 of %2 ended</source>
        <translation>
            <numerusform>%n Auftrag: %1 von %2 beendet</numerusform>
            <numerusform>%n Aufträge: %1 von %2 beendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur ansehen</translation>
    </message>
    <message>
        <source>Read only: nothing can be steered here</source>
        <translation>Nur ansehen: hier lässt sich nichts steuern</translation>
    </message>
    <message>
        <source> · %1 selected, out of sight</source>
        <translation> · %1 ausgewählt, nicht im Blick</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::StatusRefresh</name>
    <message>
        <source>This window is read only.</source>
        <translation>Dieses Fenster ist nur zum Lesen.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::StuckLog</name>
    <message>
        <source>Settled: this operation goes on.</source>
        <translation>Erledigt: dieser Vorgang geht weiter.</translation>
    </message>
    <message>
        <source>%1: operation %2 makes no progress in drain since %3. It waits for %4.</source>
        <translation>%1: der Vorgang %2 hängt seit %3 beim Leerlaufen. Worauf er wartet: %4.</translation>
    </message>
    <message>
        <source>%1: the work of operation %2 fails and is tried again: %3. The member stays out of service.</source>
        <translation>%1: die Arbeit des Vorgangs %2 scheitert und wird erneut versucht: %3. Das Mitglied bleibt außer Betrieb.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Table</name>
    <message>
        <source>Reset Columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Tabs</name>
    <message>
        <source>Controllers</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Failures (%1)</source>
        <translation>Fehler (%1)</translation>
    </message>
    <message>
        <source>Controllers (%1)</source>
        <translation>Controller (%1)</translation>
    </message>
    <message>
        <source>No controller runs.</source>
        <translation>Kein Controller läuft.</translation>
    </message>
    <message>
        <source>Load one with File ▸ Load Controller Plugin (Ctrl+O), or open a session.</source>
        <translation>Laden Sie einen mit Datei ▸ Controller-Plugin laden (Strg+O) oder öffnen Sie eine Sitzung.</translation>
    </message>
    <message>
        <source>Esc in the filter box shows all again.</source>
        <translation>Esc im Filterfeld zeigt wieder alle.</translation>
    </message>
    <message>
        <source>They appear with the first complete list.</source>
        <translation>Sie erscheinen mit der ersten vollständigen Liste.</translation>
    </message>
    <message>
        <source>No lock is held and none is waited for.</source>
        <translation>Keine Sperre ist belegt, auf keine wird gewartet.</translation>
    </message>
    <message>
        <source>A lock is held while a handler runs.</source>
        <translation>Eine Sperre ist belegt, während ein Handler läuft.</translation>
    </message>
    <message>
        <source>Nothing fails.</source>
        <translation>Nichts scheitert.</translation>
    </message>
    <message>
        <source>Errors will stand here, grouped by their text.</source>
        <translation>Hier stehen dann Fehler, nach ihrem Text gruppiert.</translation>
    </message>
    <message>
        <source>No workers.</source>
        <translation>Keine Arbeiter.</translation>
    </message>
    <message>
        <source>Set their number with Controllers ▸ Set Workers.</source>
        <translation>Stellen Sie ihre Zahl mit Controller ▸ Arbeiter einstellen ein.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Operations (%1)</source>
        <translation>Vorgänge (%1)</translation>
    </message>
    <message>
        <source>Operations (%1, %2 urgent)</source>
        <translation>Vorgänge (%1, %2 dringend)</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message numerus="yes">
        <source>None of %n object(s) matches the filter.</source>
        <translation>
            <numerusform>Das eine Objekt passt nicht zum Filter.</numerusform>
            <numerusform>Keines von %n Objekten passt zum Filter.</numerusform>
        </translation>
    </message>
    <message>
        <source>No objects, because a source cannot be listed.</source>
        <translation>Keine Objekte, weil sich eine Quelle nicht listen lässt.</translation>
    </message>
    <message>
        <source>No objects yet.</source>
        <translation>Noch keine Objekte.</translation>
    </message>
    <message>
        <source>No host is shown.</source>
        <translation>Kein Host wird gezeigt.</translation>
    </message>
    <message>
        <source>Name one with File ▸ Connect to Host (Ctrl+H).</source>
        <translation>Nennen Sie einen mit Datei ▸ Mit Host verbinden (Strg+H).</translation>
    </message>
    <message>
        <source>No controller is known yet.</source>
        <translation>Noch ist kein Controller bekannt.</translation>
    </message>
    <message>
        <source>Failures (%1 of %2)</source>
        <translation>Fehler (%1 von %2)</translation>
    </message>
    <message>
        <source>Struck through is what controllers do not have. Here controller: and host: count.</source>
        <translation>Durchgestrichen ist, was Controller nicht haben. Hier zählen controller: und host:.</translation>
    </message>
    <message>
        <source>Struck through is what workers do not have. Here controller:, host:, id:, worker: and words of the id count.</source>
        <translation>Durchgestrichen ist, was Worker nicht haben. Hier zählen controller:, host:, id:, worker: und Wörter der Kennung.</translation>
    </message>
    <message>
        <source>Struck through is what operations and members do not have. Here host: counts.</source>
        <translation>Durchgestrichen ist, was Vorgänge und Mitglieder nicht haben. Hier zählt host:.</translation>
    </message>
    <message>
        <source>Nothing here matches the filter.</source>
        <translation>Nichts hier passt zum Filter.</translation>
    </message>
    <message>
        <source>The Overview shows whatever needs a person: no filter counts here.</source>
        <translation>Der Überblick zeigt alles, was jemanden braucht: hier gilt kein Filter.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Overview (%1)</source>
        <translation>Überblick (%1)</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Tile</name>
    <message>
        <source>%1, old</source>
        <translation>%1, veraltet</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TileBar</name>
    <message>
        <source>Queue depth</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Locks held</source>
        <translation>Belegte Sperren</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Neue Versuche</translation>
    </message>
    <message>
        <source>Handler p95</source>
        <translation>Handler p95</translation>
    </message>
    <message>
        <source>95 of 100 handlers took less, over the last 10 s. Click to compare controllers.</source>
        <translation>95 von 100 Handlern brauchten weniger, über die letzten 10 s. Ein Klick vergleicht Controller.</translation>
    </message>
    <message>
        <source>Retries that were planned in the last minute. Click to see what is in back-off.</source>
        <translation>Neue Versuche, die in der letzten Minute geplant wurden. Ein Klick zeigt, was in Wartezeit ist.</translation>
    </message>
    <message>
        <source>Failing</source>
        <translation>Fehlerhaft</translation>
    </message>
    <message>
        <source>Objects that wait for a worker. Click to see them.</source>
        <translation>Objekte, die auf einen Arbeiter warten. Ein Klick zeigt sie.</translation>
    </message>
    <message>
        <source>Handlers that run now. Click to see their objects.</source>
        <translation>Handler, die jetzt laufen. Ein Klick zeigt ihre Objekte.</translation>
    </message>
    <message>
        <source>Objects whose last attempt failed, also while they are queued again or paused. Click to see them.</source>
        <translation>Objekte, deren letzter Versuch gescheitert ist, auch wenn sie wieder eingereiht oder angehalten sind. Ein Klick zeigt sie.</translation>
    </message>
    <message>
        <source>Click to see what holds a lock and what waits for one.</source>
        <translation>Ein Klick zeigt, was eine Sperre belegt und was auf eine wartet.</translation>
    </message>
    <message>
        <source>These are the numbers of host %1.</source>
        <translation>Dies sind die Zahlen von Host %1.</translation>
    </message>
    <message>
        <source>old: no host answers</source>
        <translation>alt: kein Host antwortet</translation>
    </message>
    <message>
        <source>old: %1</source>
        <translation>alt: %1</translation>
    </message>
    <message numerus="yes">
        <source>old: %n host(s)</source>
        <translation>
            <numerusform>alt: ein Host</numerusform>
            <numerusform>alt: %n Hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TimeSeriesChart</name>
    <message>
        <source>Fewer than 20 samples in the last 10 s: uncertain</source>
        <translation>Weniger als 20 Werte in den letzten 10 s: unsicher</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 als Tabelle</translation>
    </message>
    <message>
        <source>Ago</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Show as Table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Toasts</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TrustDialog</name>
    <message>
        <source>You are asked because %1.</source>
        <translation>Grund der Nachfrage: %1.</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Trust a Plugin</source>
        <translation>Einem Plugin vertrauen</translation>
    </message>
    <message>
        <source>Is this file what you think it is?</source>
        <translation>Ist diese Datei das, wofür Sie sie halten?</translation>
    </message>
    <message>
        <source>Its code runs with all your rights. It is trusted until the file changes; then you are asked again.</source>
        <translation>Ihr Code läuft mit allen Ihren Rechten. Ihr wird vertraut, bis sie sich ändert; dann werden Sie wieder gefragt.</translation>
    </message>
    <message>
        <source>Plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>&amp;Trust This File</source>
        <translation>Dieser Datei &amp;vertrauen</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::UndoDesk</name>
    <message>
        <source>Resume Anyway</source>
        <translation>Trotzdem fortsetzen</translation>
    </message>
    <message>
        <source>Pause Anyway</source>
        <translation>Trotzdem anhalten</translation>
    </message>
    <message>
        <source>Set Anyway</source>
        <translation>Trotzdem setzen</translation>
    </message>
    <message>
        <source>Take Back Anyway</source>
        <translation>Trotzdem zurücknehmen</translation>
    </message>
    <message>
        <source>Others have acted since.</source>
        <translation>Andere haben seither gehandelt.</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>“%1” was not taken back: %2 did not answer in time, so what others have done since is not known.</source>
        <translation>„%1“ wurde nicht zurückgenommen: Von %2 kam nicht rechtzeitig eine Antwort, also ist nicht bekannt, was andere seitdem getan haben.</translation>
    </message>
    <message>
        <source>“%1” does this: %2</source>
        <translation>„%1“ bewirkt: %2</translation>
    </message>
    <message>
        <source>What you did and want to undo: “%1”</source>
        <translation>Was Sie getan haben und zurücknehmen wollen: „%1“</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ViewsDesk</name>
    <message>
        <source>Save Filter as View</source>
        <translation>Filter als Ansicht speichern</translation>
    </message>
    <message>
        <source>Name for &quot;%1&quot;:</source>
        <translation>Name für „%1“:</translation>
    </message>
    <message>
        <source>Delete View</source>
        <translation>Ansicht löschen</translation>
    </message>
    <message>
        <source>View to delete:</source>
        <translation>Zu löschende Ansicht:</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>View &quot;%1&quot; deleted.</source>
        <translation>Ansicht „%1“ gelöscht.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::WindowLayout</name>
    <message>
        <source>Facets</source>
        <translation>Facetten</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Main Tool Bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Live Charts</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Operator Log</source>
        <translation>Bedienprotokoll</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Time Win&amp;dow</source>
        <translation>&amp;Zeitfenster</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>Farbe&amp;n</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>&amp;Controllers</source>
        <translation>&amp;Controller</translation>
    </message>
    <message>
        <source>&amp;Operations</source>
        <translation>V&amp;orgänge</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>O&amp;bjects</source>
        <translation>Ob&amp;jekte</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::WindowRefresh</name>
    <message>
        <source>Select an operation or a member to see what it waits for and how it is.</source>
        <translation>Wählen Sie einen Vorgang oder ein Mitglied, um zu sehen, worauf er wartet und wie es steht.</translation>
    </message>
    <message>
        <source>Select an object to see its attempts, its errors and what happens next.</source>
        <translation>Wählen Sie ein Objekt, um seine Versuche, seine Fehler und das Nächste zu sehen.</translation>
    </message>
    <message>
        <source>Select a controller to see how it is and what its parameters are.</source>
        <translation>Wählen Sie einen Controller, um zu sehen, wie es um ihn steht und welche Parameter er hat.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Select an error to see what fails with it, and since when.</source>
        <translation>Wählen Sie einen Fehler, um zu sehen, was mit ihm scheitert und seit wann.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::WindowTitle</name>
    <message>
        <source>[PAUSED]</source>
        <translation>[ANGEHALTEN]</translation>
    </message>
    <message>
        <source>[READ ONLY]</source>
        <translation>[NUR ANSICHT]</translation>
    </message>
    <message>
        <source>[DEMO]</source>
        <translation>[DEMO]</translation>
    </message>
    <message numerus="yes">
        <source>[%n NAMES]</source>
        <translation>
            <numerusform>[%n NAME]</numerusform>
            <numerusform>[%n NAMEN]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n Host</numerusform>
            <numerusform>%n Hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%n not reached)</source>
        <translation>
            <numerusform> (%n nicht erreicht)</numerusform>
            <numerusform> (%n nicht erreicht)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::FirstDesk</name>
    <message numerus="yes">
        <source>%n controller(s)</source>
        <translation>
            <numerusform>%n Controller</numerusform>
            <numerusform>%n Controller</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::FirstScreen</name>
    <message>
        <source>Hosts that run here</source>
        <translation>Hosts, die hier laufen</translation>
    </message>
    <message>
        <source>Sessions of the last times</source>
        <translation>Sitzungen der letzten Male</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Load a Plugin</source>
        <translation>Ein Plugin laden</translation>
    </message>
    <message>
        <source>Open a Session</source>
        <translation>Eine Sitzung öffnen</translation>
    </message>
    <message>
        <source>Demonstration</source>
        <translation>Vorführung</translation>
    </message>
    <message>
        <source>Write Your Own</source>
        <translation>Selbst einen schreiben</translation>
    </message>
    <message>
        <source>See what it is, fill in its form, start</source>
        <translation>Ansehen, Formular ausfüllen, starten</translation>
    </message>
    <message>
        <source>Start all controllers of a file</source>
        <translation>Alle Controller einer Datei starten</translation>
    </message>
    <message>
        <source>In its own window; touches nothing of yours</source>
        <translation>In eigenem Fenster, ohne Ihre Daten</translation>
    </message>
    <message>
        <source>In a few lines: the tutorial in the manual</source>
        <translation>In wenigen Zeilen: Anleitung im Handbuch</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ParametersDesk</name>
    <message>
        <source>%1 takes no parameters: its plugin is %2.</source>
        <translation>%1 nimmt keine Parameter: sein Plugin ist %2.</translation>
    </message>
    <message>
        <source>Other Parameters of %1</source>
        <translation>Andere Parameter von %1</translation>
    </message>
    <message>
        <source>&amp;Start Anew</source>
        <translation>&amp;Neu starten</translation>
    </message>
    <message>
        <source>%1 was started anew with other parameters.</source>
        <translation>%1 wurde mit anderen Parametern neu gestartet.</translation>
    </message>
    <message>
        <source>%1 does not run, for it could not be started: %2. All else goes on.</source>
        <translation>%1 läuft nicht, denn er konnte nicht gestartet werden: %2. Alles andere läuft weiter.</translation>
    </message>
    <message>
        <source>It takes none.</source>
        <translation>Es gibt keine.</translation>
    </message>
    <message>
        <source>None is given: all are as its plugin has them.</source>
        <translation>Keiner ist angegeben: Alle sind so, wie das Plugin sie vorgibt.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ParametersDialog</name>
    <message>
        <source>Parameters of %1</source>
        <translation>Parameter von %1</translation>
    </message>
    <message>
        <source>%1. Nothing changes before you have seen what would. The controller drains then and starts anew; pauses and what is held or kept stay.</source>
        <translation>%1. Nichts ändert sich, bevor Sie gesehen haben, was sich ändern würde. Dann läuft der Controller leer und startet neu; Pausen, Zurückgehaltenes und Behaltenes bleiben.</translation>
    </message>
    <message>
        <source>&amp;Review…</source>
        <translation>&amp;Prüfen …</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>%1: another secret</source>
        <translation>%1: ein anderes Geheimnis</translation>
    </message>
    <message>
        <source>%1: %2 becomes %3</source>
        <translation>%1: %2 wird zu %3</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>Nichts ist geändert.</translation>
    </message>
    <message>
        <source>What is wrong is said beside its field.</source>
        <translation>Was falsch ist, steht neben dem Feld.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::QuitDesk</name>
    <message numerus="yes">
        <source>%n paused controller(s)</source>
        <translation>
            <numerusform>%n angehaltener Controller</numerusform>
            <numerusform>%n angehaltene Controller</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused object(s)</source>
        <translation>
            <numerusform>%n angehaltenes Objekt</numerusform>
            <numerusform>%n angehaltene Objekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) held</source>
        <translation>
            <numerusform>%n zurückgehaltenes Objekt</numerusform>
            <numerusform>%n zurückgehaltene Objekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) kept, which may be removed then</source>
        <translation>
            <numerusform>%n behaltenes Objekt, das dann entfernt werden kann</numerusform>
            <numerusform>%n behaltene Objekte, die dann entfernt werden können</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 workers for a time</source>
        <translation>%1: %2 Arbeiter auf Zeit</translation>
    </message>
    <message numerus="yes">
        <source>%n acknowledgement(s)</source>
        <translation>
            <numerusform>%n Quittung</numerusform>
            <numerusform>%n Quittungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TermBox</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n Stunde</numerusform>
            <numerusform>%n Stunden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::WorkersDialog</name>
    <message>
        <source>Until an operator changes it</source>
        <translation>Bis jemand sie ändert</translation>
    </message>
    <message>
        <source>Set Workers</source>
        <translation>Arbeiter einstellen</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>&amp;Einstellen</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Arbeiter</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Für</translation>
    </message>
</context>
<context>
    <name>ParameterLines</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TextPane</name>
    <message>
        <source>Details of what is selected</source>
        <translation>Einzelheiten zur Auswahl</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Edit Parameters</source>
        <translation>Parameter bearbeiten</translation>
    </message>
    <message>
        <source>They are asked for.</source>
        <translation>Sie werden erfragt.</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::RequeueResults</name>
    <message>
        <source>Requeued at %1: %2</source>
        <translation>Um %1 neu eingereiht: %2</translation>
    </message>
    <message>
        <source>queued; runs when %1 has workers</source>
        <translation>eingereiht; läuft, sobald %1 Worker hat</translation>
    </message>
    <message>
        <source>queued; runs when %1 is resumed</source>
        <translation>eingereiht; läuft, sobald %1 fortgesetzt wird</translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ResumeQuestion</name>
    <message>
        <source>Nothing was resumed: %1 did not answer in time, so what others have done since is not known.</source>
        <translation>Nichts wurde fortgesetzt: Von %1 kam nicht rechtzeitig eine Antwort, also ist nicht bekannt, was andere seitdem getan haben.</translation>
    </message>
    <message>
        <source>This has changed since you were asked.</source>
        <translation>Das hat sich geändert, seit gefragt wurde.</translation>
    </message>
</context>
</TS>
