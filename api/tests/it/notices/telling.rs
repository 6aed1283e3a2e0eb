//! Recipients, channels and times of notifications.

use std::time::Duration;

use serde_json::{Value, json};

use super::stage::{Device, choose, look, mails, quiet_for, write, write_of_match};
use crate::matches::duel::Duel;
use crate::messages::room::{Room, told, unread};
use crate::support::{Client, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_pushed_once_to_every_device_unless_it_was_read() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let (phone, desk) = (Device::of(&world, &mali).await, Device::of(&world, &mali).await);
    let first = write(&world, &mali, "ถึงตาทีมคุณ", Some("/esport/match/4711")).await;
    look(&world).await;
    for device in [&phone, &desk] {
        assert_eq!(device.titles(1).await, ["ถึงตาทีมคุณ"]);
        let (payload, sent) = device.came().await.remove(0);
        let tag = format!("inbox-{first}");
        assert_eq!(payload, json!({"title": "ถึงตาทีมคุณ", "body": "เนื้อความ", "href": "/esport/match/4711", "tag": tag}));
        assert_eq!((&sent["topic"], &sent["urgency"]), (&json!(tag), &json!("normal")));
    }

    // Whatever makes the message due again, a sent notice is not repeated.
    sqlx::query("update people.inbox_messages set noticed_at = null where id = $1")
        .bind(first)
        .execute(&world.app.db)
        .await
        .unwrap();
    look(&world).await;
    // Read in the meantime: nothing is sent. Messages of the shop are not sent either.
    let read = write(&world, &mali, "อ่านแล้ว", None).await;
    mali.post(&format!("/notification/read/notification/{read}"), json!({})).await.ok();
    sqlx::query("update people.users set language = 'en' where id = $1").bind(mali.user_id).execute(&world.app.db).await.unwrap();
    write(&world, &mali, "ข่าวใหม่", Some("/esport/team/1")).await;
    look(&world).await;
    for device in [&phone, &desk] {
        assert_eq!(device.titles(2).await, ["ถึงตาทีมคุณ", "ข่าวใหม่ in English"]);
    }
    assert_eq!(phone.came().await[1].0["href"], "/en/esport/team/1");
    assert!(mails(&world, &mali).await.is_empty(), "nobody asked for mail");
    // Counts of the whole process: other tests push as well.
    let metrics = world.metrics().await;
    let counted = metrics.lines().find_map(|line| line.strip_prefix("manao_notices_total{way=\"push\",outcome=\"taken\"} "));
    assert!(counted.unwrap().parse::<u64>().unwrap() >= 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_in_the_room_is_not_told_besides_nor_anybody_of_what_is_over() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let duel = Duel { world: &world, id: room.id, home: room.home.clone(), away: room.away.clone() };
    let (home, away) = (Device::of(&world, &room.home).await, Device::of(&world, &room.away).await);
    // The admission and the start are notified when the task looks; the published bracket in a job.
    sqlx::query("update esports.tournaments set started_at = $2 where id = $1")
        .bind(room.field.id)
        .bind(world.app.now())
        .execute(&world.app.db)
        .await
        .unwrap();
    world.run_task("tournaments.phases").await;
    sqlx::query("update esports.entrants set told_version = version").execute(&world.app.db).await.unwrap();
    told(&world).await;
    sqlx::query("update people.inbox_messages set read_at = now()").execute(&world.app.db).await.unwrap();
    let before = (home.came().await.len(), away.came().await.len());
    let titles = async |device: &Device<'_>, seen: usize| -> Vec<String> {
        device.came().await.iter().skip(seen).map(|(payload, _)| payload["title"].as_str().unwrap().to_owned()).collect()
    };
    let reads = async |by: &Client| {
        let thread = room.thread(by, "").await.ok();
        by.post("/message/read", json!({"threadId": thread["threadId"], "seq": thread["lastSeq"]})).await.ok();
    };
    // A user who reads along has read the step.
    let proposal = duel.proposed(&room.home, duel.opening(60).await).await;
    reads(&room.away).await;
    look(&world).await;
    assert_eq!(titles(&away, before.1).await, Vec::<String>::new());
    // A user who acts has seen the matter, and only the other side is notified.
    duel.answer(&room.away, "accept", proposal).await.ok();
    told(&world).await;
    look(&world).await;
    home.titles(before.0 + 1).await;
    assert_eq!(titles(&home, before.0).await, ["นัดเวลาแข่งแล้ว"]);
    assert_eq!((titles(&away, before.1).await, unread(&world, &room.away).await), (Vec::new(), Vec::new()));
    // A withdrawn proposal asks nobody for anything.
    let proposal = duel.proposed(&room.home, duel.opening(120).await).await;
    duel.answer(&room.home, "withdraw", proposal).await.ok();
    told(&world).await;
    look(&world).await;
    away.titles(before.1 + 1).await;
    assert_eq!(titles(&away, before.1).await, ["คู่แข่งถอนข้อเสนอเวลา"]);
    // The outcome of the match is written a moment after the step. A user who had read that by then was there.
    reads(&room.home).await;
    reads(&room.away).await;
    duel.begun(20).await;
    for by in [&room.home, &room.away] {
        duel.report(by, &[(1, 0)]).await.ok();
    }
    duel.told(room.away.user_id, "match_decided").await;
    sqlx::query(
        "update esports.message_reads r set seq = t.last_seq from esports.threads t where t.id = r.thread_id and r.user_id = $1",
    )
    .bind(room.away.user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
    let seen = (titles(&home, before.0).await.len(), titles(&away, before.1).await.len());
    told(&world).await;
    look(&world).await;
    world
        .until("home is told", async || {
            titles(&home, before.0).await.iter().any(|title| title.starts_with("ผลแมตช์ของคุณออกแล้ว")).then_some(())
        })
        .await;
    // Nor is a user who was asked for a report and has sent it in the meantime.
    assert_eq!(
        (titles(&away, before.1).await.len(), unread(&world, &room.away).await),
        (seen.1, vec!["match_reported".to_owned()])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_end_with_one_notice_but_a_near_start_is_told_at_once() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let phone = Device::of(&world, &mali).await;
    let (from, to) = quiet_for(&world, 4);
    choose(&mali, json!({"push": true, "mail": "off", "quietFrom": from, "quietTo": to})).await;
    write(&world, &mali, "หนึ่ง", None).await;
    write(&world, &mali, "สอง", None).await;
    let gone = write(&world, &mali, "อ่านแล้ว", None).await;
    let (near, far) = (game(&world, &mali, 50).await, game(&world, &mali, 600).await);
    let (due, later) = (game(&world, &mali, -50).await, game(&world, &mali, -50).await);
    for (game, minutes) in [(due, 30), (later, 600)] {
        sqlx::query("update esports.matches set state = 'submitted', confirm_due_at = $2 where id = $1")
            .bind(game)
            .bind(world.app.now() + chrono::TimeDelta::minutes(minutes))
            .execute(&world.app.db)
            .await
            .unwrap();
    }
    write_of_match(&world, &mali, "รอผลของคุณ", due).await;
    write_of_match(&world, &mali, "ยังไม่ด่วน", later).await;
    write_of_match(&world, &mali, "ใกล้แข่ง", near).await;
    write_of_match(&world, &mali, "ยังอีกนาน", far).await;
    look(&world).await;
    let mut soon = phone.titles(2).await;
    soon.sort_unstable();
    assert_eq!(soon, ["รอผลของคุณ", "ใกล้แข่ง"]);
    assert_eq!(phone.came().await[0].1["urgency"], "high");

    mali.post(&format!("/notification/read/notification/{gone}"), json!({})).await.ok();
    world.advance(Duration::from_secs(300)).await;
    look(&world).await;
    assert_eq!(phone.titles(3).await[2], "4 ข่าวจากทัวร์นาเมนต์");
    let (payload, _) = phone.came().await.remove(2);
    assert_eq!(
        (&payload["body"], &payload["href"]),
        (&json!("ยังอีกนาน · ยังไม่ด่วน · สอง"), &json!("/account/inbox?stream=esports"))
    );

    // Quiet hours that are switched off end at once.
    let (from, to) = quiet_for(&world, 60);
    choose(&mali, json!({"push": true, "mail": "off", "quietFrom": from, "quietTo": to})).await;
    write(&world, &mali, "รอ", None).await;
    look(&world).await;
    choose(&mali, json!({"push": true, "mail": "off"})).await;
    look(&world).await;
    assert_eq!(phone.titles(4).await[3], "รอ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_service_that_is_busy_is_asked_again_and_a_browser_that_is_gone_forgotten() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let (phone, old) = (Device::of(&world, &mali).await, Device::of(&world, &mali).await);
    phone.fault("push_busy", 30_000).await;
    old.fault("push_gone", 0).await;
    let ploy = world.user("ploy").await;
    let hers = Device::of(&world, &ploy).await;
    hers.fault("push_down", 0).await;
    write(&world, &mali, "หนึ่ง", None).await;
    write(&world, &ploy, "หนึ่ง", None).await;
    look(&world).await;
    world
        .until("the browser is forgotten", async || {
            let left = mali.get("/notification/settings").await.ok();
            (left["subscriptions"].as_array().unwrap().len() == 1).then_some(())
        })
        .await;
    assert!(phone.came().await.is_empty(), "it asked to wait");
    phone.fault("push_down", 0).await;
    // A device that was not asked to wait so long does not.
    world.advance(Duration::from_secs(11)).await;
    assert_eq!(hers.titles(1).await, ["หนึ่ง"]);
    assert!(phone.came().await.is_empty());
    world.advance(Duration::from_secs(20)).await;
    waits_again(&world, 2).await;
    world.advance(Duration::from_secs(31)).await;
    assert_eq!(phone.titles(1).await, ["หนึ่ง"]);
    assert!(old.came().await.is_empty());

    // Signed out, a device receives nothing more; the same user's other sign-in goes on.
    let elsewhere = world.session(mali.user_id).await;
    let tablet = Device::of(&world, &elsewhere).await;
    mali.post("/account/sessions/end", json!({"id": elsewhere.session_id})).await.ok();
    write(&world, &mali, "สอง", None).await;
    look(&world).await;
    assert_eq!(phone.titles(2).await, ["หนึ่ง", "สอง"]);
    assert!(tablet.came().await.is_empty());
    // One failure long ago is no reason to forget a browser.
    sqlx::query("update people.push_subscriptions set failed_at = $1")
        .bind(world.app.now() - chrono::TimeDelta::days(20))
        .execute(&world.app.db)
        .await
        .unwrap();
    world.run_task("notices.forget").await;
    assert_eq!(mali.get("/notification/settings").await.ok()["subscriptions"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_comes_always_or_where_no_push_was_taken() {
    let world = World::new().await;
    let [always, instead, pushed, lost] = ["always", "instead", "pushed", "lost"].map(|name| world.user(name));
    let (always, instead, pushed, lost) = tokio::join!(always, instead, pushed, lost);
    let desk = Device::of(&world, &always).await;
    let (phone, broken) = (Device::of(&world, &pushed).await, Device::of(&world, &lost).await);
    broken.fault("push_gone", 0).await;
    choose(&always, json!({"push": true, "mail": "always"})).await;
    for person in [&instead, &pushed, &lost] {
        choose(person, json!({"push": true, "mail": "instead"})).await;
    }
    for person in [&always, &instead, &pushed, &lost] {
        write(&world, person, "ถึงตาทีมคุณ", Some("/esport/match/4711")).await;
    }
    look(&world).await;
    assert_eq!((desk.titles(1).await.len(), phone.titles(1).await.len()), (1, 1));
    for person in [&always, &instead, &lost] {
        let mail = mail(&world, person, 1).await;
        assert_eq!(mail["subject"], "ถึงตาทีมคุณ");
        assert!(mail["text"].as_str().unwrap().contains(&format!("{}/esport/match/4711", world.app.settings.public_url)));
    }
    assert!(mails(&world, &pushed).await.is_empty(), "a push was taken");

    // The mail's own link switches it off; choosing it again switches it on.
    let link = mail(&world, &instead, 1).await["unsubscribe"].as_str().unwrap().to_owned();
    world.anon().http.post(link).send().await.unwrap().error_for_status().unwrap();
    assert_eq!(instead.get("/notification/settings").await.ok()["mail"], "off");
    write(&world, &instead, "ไม่มีใครอยากรู้", None).await;
    look(&world).await;
    assert_eq!(choose(&instead, json!({"push": true, "mail": "instead"})).await["mail"], "instead");
    write(&world, &instead, "กลับมาแล้ว", None).await;
    look(&world).await;
    assert_eq!(mail(&world, &instead, 2).await["subject"], "กลับมาแล้ว");
}

/// Nobody is reached, and nothing but the messages is touched.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_thousands_who_hear_of_nothing_makes_no_job() {
    let world = World::new().await;
    sqlx::query(
        "with people as (insert into people.users (display_name, created_at) select 'P' || n, now() from generate_series(1, 3000) n returning id)
         insert into people.inbox_messages (user_id, stream, kind, title_th, title_en, body_th, body_en, created_at)
         select id, 'esports', 'test', 't', 't', 'b', 'b', $1 from people",
    )
    .bind(world.app.now())
    .execute(&world.app.db)
    .await
    .unwrap();
    look(&world).await;
    let count = |sql: &'static str| sqlx::query_scalar::<_, i64>(sql).fetch_one(&world.app.db);
    assert_eq!(count("select count(*) from people.inbox_messages where noticed_at is not null").await.unwrap(), 3000);
    let jobs = "select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
                where t.identifier like 'notices.%'";
    assert_eq!(count(jobs).await.unwrap(), 0);
}

/// Creates a match that starts in so many minutes.
async fn game(world: &World, promoter: &Client, minutes: i32) -> i64 {
    sqlx::query_scalar(
        "with cup as (insert into esports.tournaments (promoter_id, form, created_at, updated_at) values ($1, '{}', $2, $2) returning id)
         insert into esports.matches (tournament_id, stage, round, number, position, state, scheduled_at, ends_at)
         select id, 1, 1, 1, 1, 'scheduled', $2 + make_interval(mins => $3), $2 + make_interval(mins => $3 + 60) from cup returning id",
    )
    .bind(promoter.user_id)
    .bind(world.app.now())
    .bind(minutes)
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

/// Returns the newest of so many mails.
async fn mail(world: &World, person: &Client, many: usize) -> Value {
    world.until("a mail", async || mails(world, person).await.get(many - 1).cloned()).await
}

/// Checks that a push has failed so many times, and waits.
async fn waits_again(world: &World, tries: i32) {
    world
        .until("another try is planned", async || {
            sqlx::query_scalar::<_, bool>(
                "select exists (select from graphile_worker._private_jobs j where locked_at is null and (payload->>'tries')::int = $1)",
            )
            .bind(tries)
            .fetch_one(&world.app.db)
            .await
            .unwrap()
            .then_some(())
        })
        .await;
}
