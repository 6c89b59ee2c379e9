<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Application</name>
    <message numerus="yes">
        <source>%n controller(s) of the session run.</source>
        <translation>
            <numerusform>%n controller of the session runs.</numerusform>
            <numerusform>%n controllers of the session run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s) saved.</source>
        <translation>
            <numerusform>%n controller saved.</numerusform>
            <numerusform>%n controllers saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Attentions</name>
    <message numerus="yes">
        <source>%n removal(s) held</source>
        <translation>
            <numerusform>%n removal held</numerusform>
            <numerusform>%n removals held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) in back-off</source>
        <translation>
            <numerusform>%n object in back-off</numerusform>
            <numerusform>%n objects in back-off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) in a row have failed</source>
        <translation>
            <numerusform>%n list in a row has failed</numerusform>
            <numerusform>%n lists in a row have failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) paused</source>
        <translation>
            <numerusform>%n object paused</numerusform>
            <numerusform>%n objects paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) past the deadline, and still running</source>
        <translation>
            <numerusform>%n object past the deadline, and still running</numerusform>
            <numerusform>%n objects past the deadline, and still running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) failed</source>
        <translation>
            <numerusform>%n object failed</numerusform>
            <numerusform>%n objects failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) parked</source>
        <translation>
            <numerusform>%n object parked</numerusform>
            <numerusform>%n objects parked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) run again and again, and nothing has changed</source>
        <translation>
            <numerusform>%n object runs again and again, and nothing has changed</numerusform>
            <numerusform>%n objects run again and again, and nothing has changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n worker(s) for a time, then %1 again</source>
        <translation>
            <numerusform>%n worker for a time, then %1 again</numerusform>
            <numerusform>%n workers for a time, then %1 again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Commander</name>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message numerus="yes">
        <source>Pause %n object(s)</source>
        <translation>
            <numerusform>Pause %n object</numerusform>
            <numerusform>Pause %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resume %n object(s)</source>
        <translation>
            <numerusform>Resume %n object</numerusform>
            <numerusform>Resume %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requeue %n object(s)</source>
        <translation>
            <numerusform>Requeue %n object</numerusform>
            <numerusform>Requeue %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n object(s)</source>
        <translation>
            <numerusform>Discard %n object</numerusform>
            <numerusform>Discard %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n held object(s)</source>
        <translation>
            <numerusform>Remove %n held object</numerusform>
            <numerusform>Remove %n held objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep %n held object(s)</source>
        <translation>
            <numerusform>Keep %n held object</numerusform>
            <numerusform>Keep %n held objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ControllerDetails</name>
    <message numerus="yes">
        <source>%1 of %n worker(s) are busy.</source>
        <translation>
            <numerusform>%1 of %n worker is busy.</numerusform>
            <numerusform>%1 of %n workers are busy.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) wait for the retry limit of %1/s, about %2.</source>
        <translation>
            <numerusform>%n object waits for the retry limit of %1/s, about %2.</numerusform>
            <numerusform>%n objects wait for the retry limit of %1/s, about %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An object counts as failed after %n attempt(s) in a row.</source>
        <translation>
            <numerusform>An object counts as failed after %n attempt.</numerusform>
            <numerusform>An object counts as failed after %n attempts in a row.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 object(s) in %2</source>
        <translation>
            <numerusform>%1 object in %2</numerusform>
            <numerusform>%1 objects in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) in a row have failed.</source>
        <translation>
            <numerusform>%n list has failed.</numerusform>
            <numerusform>%n lists in a row have failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ControllerNames</name>
    <message numerus="yes">
        <source>%n Controller(s)</source>
        <translation>
            <numerusform>%n Controller</numerusform>
            <numerusform>%n Controllers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Explaining</name>
    <message numerus="yes">
        <source>%n of them ran past their deadline.</source>
        <translation>
            <numerusform>%n of them ran past its deadline.</numerusform>
            <numerusform>%n of them ran past their deadline.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Failed %n time(s); tried again in %1.</source>
        <translation>
            <numerusform>Failed once; tried again in %1.</numerusform>
            <numerusform>Failed %n times; tried again in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n id(s) refused, which are empty or longer than 64 KiB</source>
        <translation>
            <numerusform>%n id refused, which is empty or longer than 64 KiB</numerusform>
            <numerusform>%n ids refused, which are empty or longer than 64 KiB</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of the ids are owned here</source>
        <translation>
            <numerusform>%n part of the ids is owned here</numerusform>
            <numerusform>%n parts of the ids are owned here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) vanished: their removal waits for an operator</source>
        <translation>
            <numerusform>%n object vanished: its removal waits for an operator</numerusform>
            <numerusform>%n objects vanished: their removals wait for an operator</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) go on</source>
        <translation>
            <numerusform>%n object goes on</numerusform>
            <numerusform>%n objects go on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) left</source>
        <translation>
            <numerusform>%n object left</numerusform>
            <numerusform>%n objects left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) missing from a list: removed unless in storage</source>
        <translation>
            <numerusform>%n object missing from a list: removed unless its storage has it</numerusform>
            <numerusform>%n objects missing from a list: removed unless their storage has them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removal(s) held no more: source or storage have said what has become of the object(s)</source>
        <translation>
            <numerusform>%n removal is held no more: source or storage have said what has become of the object</numerusform>
            <numerusform>%n removals are held no more: source or storage have said what has become of the objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>after %n list(s) that were not</source>
        <translation>
            <numerusform>after %n list that was not</numerusform>
            <numerusform>after %n lists that were not</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s) left out: handlers say too many a second</source>
        <translation>
            <numerusform>%n notice left out: handlers say too many a second</numerusform>
            <numerusform>%n notices left out: handlers say too many a second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Failed %n time(s). Its back-off is over; so many wait for the retry rate: %1. Tried again %2.</source>
        <translation>
            <numerusform>Failed once. Its back-off is over; so many wait for the retry rate: %1. Tried again %2.</numerusform>
            <numerusform>Failed %n times. Its back-off is over; so many wait for the retry rate: %1. Tried again %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message numerus="yes">
        <source>%n other result(s)</source>
        <translation>
            <numerusform>%n other result</numerusform>
            <numerusform>%n other results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lifecycle</name>
    <message numerus="yes">
        <source>%n more may go out of service</source>
        <translation>
            <numerusform>%n more may go out of service</numerusform>
            <numerusform>%n more may go out of service</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message numerus="yes">
        <source>%n controller(s) are not touched.</source>
        <translation>
            <numerusform>%n controller is not touched.</numerusform>
            <numerusform>%n controllers are not touched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ActionGuard</name>
    <message numerus="yes">
        <source>%n Object(s)</source>
        <translation>
            <numerusform>%n Object</numerusform>
            <numerusform>%n Objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::AlarmBell</name>
    <message numerus="yes">
        <source>%n alarm(s)</source>
        <translation>
            <numerusform>%n alarm</numerusform>
            <numerusform>%n alarms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::AllSteering</name>
    <message numerus="yes">
        <source>Pause all %n controller(s)?</source>
        <translation>
            <numerusform>Pause the only controller?</numerusform>
            <numerusform>Pause all %n controllers?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pause the other %n controller(s)?</source>
        <translation>
            <numerusform>Pause the other controller?</numerusform>
            <numerusform>Pause the other %n controllers?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resume %n controller(s)?</source>
        <translation>
            <numerusform>Resume %n controller?</numerusform>
            <numerusform>Resume %n controllers?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::BeginDialog</name>
    <message numerus="yes">
        <source>Begin an operation on %n member(s)</source>
        <translation>
            <numerusform>Begin an operation on %n member</numerusform>
            <numerusform>Begin an operation on %n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Board</name>
    <message numerus="yes">
        <source>%n more row(s) are selected.</source>
        <translation>
            <numerusform>%n more row is selected.</numerusform>
            <numerusform>%n more rows are selected.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Commander</name>
    <message numerus="yes">
        <source>%1 runs %n handler(s) at once.</source>
        <translation>
            <numerusform>%1 runs %n handler at once.</numerusform>
            <numerusform>%1 runs %n handlers at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n option(s) of %1 changed.</source>
        <translation>
            <numerusform>%n option of %1 changed.</numerusform>
            <numerusform>%n options of %1 changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ConfirmDialog</name>
    <message numerus="yes">
        <source>Remove %n object(s) that their source no longer lists?</source>
        <translation>
            <numerusform>Remove %n object that its source no longer lists?</numerusform>
            <numerusform>Remove %n objects that their source no longer lists?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n Object(s)</source>
        <translation>
            <numerusform>Remove %n Object</numerusform>
            <numerusform>Remove %n Objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep %n object(s) that their source no longer lists?</source>
        <translation>
            <numerusform>Keep %n object that its source no longer lists?</numerusform>
            <numerusform>Keep %n objects that their source no longer lists?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep %n Object(s)</source>
        <translation>
            <numerusform>Keep %n Object</numerusform>
            <numerusform>Keep %n Objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n object(s)?</source>
        <translation>
            <numerusform>Discard %n object?</numerusform>
            <numerusform>Discard %n objects?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n Object(s)</source>
        <translation>
            <numerusform>Discard %n Object</numerusform>
            <numerusform>Discard %n Objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requeue %n object(s)?</source>
        <translation>
            <numerusform>Requeue %n object?</numerusform>
            <numerusform>Requeue %n objects?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requeue %n Object(s)</source>
        <translation>
            <numerusform>Requeue %n Object</numerusform>
            <numerusform>Requeue %n Objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What controllers made for %n object(s) is cleaned up now. This cannot be taken back.</source>
        <translation>
            <numerusform>What its controller made is cleaned up now. This cannot be taken back.</numerusform>
            <numerusform>What their controllers made is cleaned up now. This cannot be taken back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ControllerSteering</name>
    <message numerus="yes">
        <source>&amp;Pause %n Controller(s)</source>
        <translation>
            <numerusform>&amp;Pause Controller</numerusform>
            <numerusform>&amp;Pause %n Controllers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::CopyDesk</name>
    <message numerus="yes">
        <source>%n object(s) written to %1.</source>
        <translation>
            <numerusform>%n object written to %1.</numerusform>
            <numerusform>%n objects written to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) written to %1.</source>
        <translation>
            <numerusform>%n event written to %1.</numerusform>
            <numerusform>%n events written to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) written to %1.</source>
        <translation>
            <numerusform>%n line written to %1.</numerusform>
            <numerusform>%n lines written to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::CrashDialog</name>
    <message numerus="yes">
        <source>%n plugin(s) ended the program the last time.</source>
        <translation>
            <numerusform>%n plugin ended the program the last time.</numerusform>
            <numerusform>%n plugins ended the program the last time.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::DescriptionPane</name>
    <message numerus="yes">
        <source>%n line(s) differ: − is so, + should be so.</source>
        <translation>
            <numerusform>%n line differs: − is so, + should be so.</numerusform>
            <numerusform>%n lines differ: − is so, + should be so.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::EmployersModel</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::GoneNotice</name>
    <message numerus="yes">
        <source>%n object(s) of it are not paused any more</source>
        <translation>
            <numerusform>%n object of it is not paused any more</numerusform>
            <numerusform>%n objects of it are not paused any more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::HealthRow</name>
    <message numerus="yes">
        <source>%1 object(s)</source>
        <translation>
            <numerusform>%1 object</numerusform>
            <numerusform>%1 objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::ItemSteering</name>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Pause %n Object(s)</source>
        <translation>
            <numerusform>&amp;Pause %n Object</numerusform>
            <numerusform>&amp;Pause %n Objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::JobCommander</name>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n worker(s) for %1, then %2 again</source>
        <translation>
            <numerusform>%n worker for %1, then %2 again</numerusform>
            <numerusform>%n workers for %1, then %2 again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::OperationSteering</name>
    <message numerus="yes">
        <source>Force %n operation(s)?</source>
        <translation>
            <numerusform>Force %n operation?</numerusform>
            <numerusform>Force %n operations?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Force %n Operation(s)</source>
        <translation>
            <numerusform>Force %n Operation</numerusform>
            <numerusform>Force %n Operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n member(s)?</source>
        <translation>
            <numerusform>Delete %n member?</numerusform>
            <numerusform>Delete %n members?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n Member(s)</source>
        <translation>
            <numerusform>Delete %n Member</numerusform>
            <numerusform>Delete %n Members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forget %n employer(s)?</source>
        <translation>
            <numerusform>Forget %n employer?</numerusform>
            <numerusform>Forget %n employers?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forget %n Employer(s)</source>
        <translation>
            <numerusform>Forget %n Employer</numerusform>
            <numerusform>Forget %n Employers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Overview</name>
    <message numerus="yes">
        <source>%n fault(s)</source>
        <translation>
            <numerusform>%n fault</numerusform>
            <numerusform>%n faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n decision(s)</source>
        <translation>
            <numerusform>%n decision</numerusform>
            <numerusform>%n decisions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s)</source>
        <translation>
            <numerusform>%n controller</numerusform>
            <numerusform>%n controllers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 object(s)</source>
        <translation>
            <numerusform>%1 object</numerusform>
            <numerusform>%1 objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acknowledged</source>
        <translation>
            <numerusform>%n acknowledged</numerusform>
            <numerusform>%n acknowledged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new, in their places once you leave the list</source>
        <translation>
            <numerusform>%n new, in its place once you leave the list</numerusform>
            <numerusform>%n new, in their places once you leave the list</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::QuitDesk</name>
    <message numerus="yes">
        <source>%n paused controller(s)</source>
        <translation>
            <numerusform>%n paused controller</numerusform>
            <numerusform>%n paused controllers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused object(s)</source>
        <translation>
            <numerusform>%n paused object</numerusform>
            <numerusform>%n paused objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) held</source>
        <translation>
            <numerusform>%n object held</numerusform>
            <numerusform>%n objects held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) kept, which may be removed then</source>
        <translation>
            <numerusform>%n object kept, which may be removed then</numerusform>
            <numerusform>%n objects kept, which may be removed then</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acknowledgement(s)</source>
        <translation>
            <numerusform>%n acknowledgement</numerusform>
            <numerusform>%n acknowledgements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::QuitDialog</name>
    <message numerus="yes">
        <source>%n handler(s) are running. The program ends when they have returned, after 30 s at the latest.</source>
        <translation>
            <numerusform>%n handler is running. The program ends when it has returned, after 30 s at the latest.</numerusform>
            <numerusform>%n handlers are running. The program ends when they have returned, after 30 s at the latest.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) are out of service for an operation, and stay so until the next start: %1.</source>
        <translation>
            <numerusform>%n member is out of service for an operation, and stays so until the next start: %1.</numerusform>
            <numerusform>%n members are out of service for an operation, and stay so until the next start: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) wait for a handler. Those that have not run by then are left for the next start.</source>
        <translation>
            <numerusform>%n object waits for a handler. If it has not run by then it is left for the next start.</numerusform>
            <numerusform>%n objects wait for a handler. Those that have not run by then are left for the next start.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Jobs that go on are stopped. %n object(s) have not had their turn.</source>
        <translation>
            <numerusform>Jobs that go on are stopped. %n object has not had its turn.</numerusform>
            <numerusform>Jobs that go on are stopped. %n objects have not had their turn.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::StatusLine</name>
    <message numerus="yes">
        <source>Frozen · +%1 change(s)</source>
        <translation>
            <numerusform>Frozen · +%1 change</numerusform>
            <numerusform>Frozen · +%1 changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n controller(s) paused</source>
        <translation>
            <numerusform>%n controller paused</numerusform>
            <numerusform>%n controllers paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) paused</source>
        <translation>
            <numerusform>%n object paused</numerusform>
            <numerusform>%n objects paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n host(s) are not reached</source>
        <translation>
            <numerusform>%1 of %n host is not reached</numerusform>
            <numerusform>%1 of %n hosts are not reached</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s): %1 of %2 ended</source>
        <translation>
            <numerusform>%n job: %1 of %2 ended</numerusform>
            <numerusform>%n jobs: %1 of %2 ended</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::Tabs</name>
    <message numerus="yes">
        <source>None of %n object(s) matches the filter.</source>
        <translation>
            <numerusform>The one object does not match the filter.</numerusform>
            <numerusform>None of %n objects matches the filter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TileBar</name>
    <message numerus="yes">
        <source>old: %n host(s)</source>
        <translation>
            <numerusform>old: %n host</numerusform>
            <numerusform>old: %n hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::WindowTitle</name>
    <message numerus="yes">
        <source>[%n NAMES]</source>
        <translation>
            <numerusform>[%n NAME]</numerusform>
            <numerusform>[%n NAMES]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n host</numerusform>
            <numerusform>%n hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%n not reached)</source>
        <translation>
            <numerusform> (%n not reached)</numerusform>
            <numerusform> (%n not reached)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::FirstDesk</name>
    <message numerus="yes">
        <source>%n controller(s)</source>
        <translation>
            <numerusform>%n controller</numerusform>
            <numerusform>%n controllers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TermBox</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FailuresModel</name>
    <message numerus="yes">
        <source>%n object(s) fail</source>
        <translation>
            <numerusform>%n object fails</numerusform>
            <numerusform>%n objects fail</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them given up</source>
        <translation>
            <numerusform>%n of them given up</numerusform>
            <numerusform>%n of them given up</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::NeedRow</name>
    <message numerus="yes">
        <source>%n object(s) still fail, and are tried again: %1</source>
        <translation>
            <numerusform>%n object still fails, and is tried again: %1</numerusform>
            <numerusform>%n objects still fail, and are tried again: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::OverviewDesk</name>
    <message numerus="yes">
        <source>Resume %n object(s)?</source>
        <translation>
            <numerusform>Resume %n object?</numerusform>
            <numerusform>Resume %n objects?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>qontroller::ui::TermsDialog</name>
    <message numerus="yes">
        <source>%n of them is (are) paused already: that pause then ends at this time.</source>
        <translation>
            <numerusform>%n of them is paused already: that pause then ends at this time.</numerusform>
            <numerusform>%n of them are paused already: those pauses then end at this time.</numerusform>
        </translation>
    </message>
</context>
</TS>
