//! Events go on after any single fault in their delivery, within six seconds: of the relay's leader, of Redis, of the database's connections.
//! And an ended session stays out, whatever the bus forgets.

mod gate;
mod hang;
mod rolling;
mod stage;

use std::time::Duration;

use crate::support::{Socket, World};
use chrono::TimeDelta;
use manao_api::{App, Clock, Roles, Running, Settings};
use manao_hub::control::Control;
use manao_kernel::database::{self, JobOptions};
use manao_kernel::jobs::Job;
use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stage::Stage;
use tokio::time::Instant;

/// Twice the promised time, for a machine that is busy with other tests.
const PROMISED: Duration = Duration::from_secs(12);

/// Checks that the events arrive in time, counted from the end of the fault, or from its start if it lasts.
async fn in_time(stage: &mut Stage, fault: &str, since: Instant) {
    stage.told().await;
    let late = since.elapsed();
    println!("{fault}: told after {late:?}");
    assert!(late < PROMISED, "{fault}: told after {late:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leader_that_fails_is_replaced_and_does_no_harm_when_it_wakes() {
    let mut stage = Stage::open().await;
    for api in &stage.apis {
        api.until("in reach of the bus, leader or not", |ready| ready["bus"] == true).await;
    }

    let hung = stage.leader().await;
    stage.apis[hung].signal(Signal::SIGSTOP);
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "leader stopped", since).await;
    let other = stage.leader().await;
    assert_ne!(other, hung);
    stage.apis[hung].signal(Signal::SIGCONT);
    stage.apis[hung].until("awake", |ready| ready["database"] == true).await;
    for _ in 0..20 {
        stage.commit().await;
    }
    stage.told().await;
    assert_eq!(stage.leader().await, other, "it does not go on leading");

    stage.apis[other].signal(Signal::SIGKILL);
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "leader killed", since).await;
    stage.apis[other].restart().await;

    let leader = stage.leader().await;
    stage.apis[leader].to_redis.block(true);
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "leader cut off from Redis", since).await;
    let api = &stage.apis[leader];
    api.until("cut off", |ready| ready["bus"] == false).await;
    api.to_redis.block(false);
    api.until("in reach of the bus again", |ready| ready["bus"] == true).await;

    let leader = stage.leader().await;
    stage.apis[leader].to_database.block(true);
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "leader cut off from the database", since).await;
    stage.apis[leader].to_database.block(false);
    stage.apis[leader].until("in reach of the database again", |ready| ready["database"] == true).await;

    let leader = stage.leader().await;
    stage.apis[leader].to_database.cut();
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "connections of the leader terminated", since).await;

    // Requests that wait for a lock take every connection of the pool.
    let leader = stage.leader().await;
    let mut lock = manao_kernel::database::begin(&stage.db, "begin").await.unwrap();
    sqlx::query("lock table people.sessions in access exclusive mode").execute(&mut *lock).await.unwrap();
    let url = format!("{}/api/user/me", stage.apis[leader].url);
    let token = stage.member.token.clone().unwrap();
    let asked: Vec<_> = (0..12).map(|_| tokio::spawn(reqwest::Client::new().get(&url).bearer_auth(&token).send())).collect();
    stage.apis[leader].until("without a free connection", |ready| ready["database"] == false).await;
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "pool exhausted", since).await;

    // Requests in progress do not keep the lead: they still wait.
    assert_eq!(stage.leader().await, leader);
    stage.apis[leader].signal(Signal::SIGTERM);
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "leader asked to stop", since).await;
    assert!(stage.apis[leader].lives(), "it had nothing to finish");
    lock.rollback().await.unwrap();
    for asked in asked {
        let _ = asked.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_becomes_of_redis_events_go_on_and_ended_sessions_stay_out() {
    let mut stage = Stage::open().await;
    let ended = crate::support::person(&stage.app, "http://127.0.0.1:1", "ended").await;
    let mut change = stage.app.change().await.unwrap();
    change.control(&Control::EndSession { sid: ended.session_id.to_string() }).unwrap();
    change.commit().await.unwrap();

    let stall = |stage: &Stage, seconds: &str| {
        let (url, seconds) = (stage.redis.url(), seconds.to_owned());
        tokio::task::spawn_blocking(move || {
            let mut connection = redis::Client::open(url).unwrap().get_connection().unwrap();
            redis::cmd("DEBUG").arg("SLEEP").arg(seconds).query::<String>(&mut connection).unwrap();
        })
    };
    for seconds in ["4", "8"] {
        let stalled = stall(&stage, seconds);
        tokio::time::sleep(Duration::from_millis(200)).await;
        stage.commit().await;
        stalled.await.unwrap();
        in_time(&mut stage, "Redis stalled", Instant::now()).await;
    }

    stage.redis.command(&["FLUSHALL"]);
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "Redis flushed", since).await;

    tokio::task::block_in_place(|| stage.redis.kill());
    stage.commit().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    tokio::task::block_in_place(|| stage.redis.restart());
    in_time(&mut stage, "Redis killed and started again", Instant::now()).await;

    // A hub that starts on a Redis without its earlier memory.
    let (_late, address) = stage::hub(&stage.redis.url(), &stage.app).await;
    let url = format!("http://{address}");
    Socket::open(&url, stage.member.token.as_deref()).await;
    assert_eq!(Socket::refused(&url, ended.token.as_deref()).await, 4401);

    // A Redis without memory takes no event. The order that ends a session does not wait behind them.
    let leaver = crate::support::person(&stage.app, "http://127.0.0.1:1", "leaver").await;
    let mut page = Socket::open(&url, leaver.token.as_deref()).await;
    stage.redis.command(&["CONFIG", "SET", "maxmemory", "1"]);
    stage.commit_many(600).await;
    let mut change = stage.app.change().await.unwrap();
    change.control(&Control::EndSession { sid: leaver.session_id.to_string() }).unwrap();
    change.commit().await.unwrap();
    let since = Instant::now();
    assert_eq!(page.closed().await, 4401);
    assert!(since.elapsed() < PROMISED, "ended after {:?}", since.elapsed());
    stage.redis.command(&["CONFIG", "SET", "maxmemory", "0"]);
    in_time(&mut stage, "Redis without memory left", Instant::now()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_session_stays_out_of_a_process_that_begins() {
    let world = World::new().await;
    let (mali, bobby) = (world.user("mali").await, world.user("bobby").await);
    let suspended = world.user("suspended").await;
    mali.post("/oauth/logout", serde_json::json!({})).await.ok();
    let path = format!("/console/users/{}/suspend", suspended.user_id);
    world.operator("staff").await.post(&path, serde_json::json!({"reason": "a test"})).await.ok();
    // With a bus of its own that knows nothing, as after a restart.
    let settings = manao_kernel::Settings { port: 0, ..world.app.settings.clone() };
    let roles = manao_api::Roles { hub: true, jobs: false };
    let second = manao_api::start(settings, world.app.clock.clone(), world.app.db.clone(), roles).await.unwrap();
    let url = format!("http://{}", second.address);
    assert_eq!(Socket::refused(&url, mali.token.as_deref()).await, 4401);
    assert_eq!(Socket::refused(&url, suspended.token.as_deref()).await, 4403);
    Socket::open(&url, bobby.token.as_deref()).await;

    // Kept as long as an earlier token lives, and no longer.
    let kept =
        async || -> i64 { sqlx::query_scalar("select count(*) from kernel.revocations").fetch_one(&world.app.db).await.unwrap() };
    for (minutes, left) in [(15, 2), (2, 0)] {
        world.advance(Duration::from_secs(minutes * 60)).await;
        world.run_task("live.forget_revocations").await;
        assert_eq!(kept().await, left);
    }
    second.app.stopping.cancel();
}

/// Starts a second API beside the world's, on a machine of its own.
async fn beside(world: &World, clock: Clock, change: impl FnOnce(&mut Settings)) -> Running {
    let mut settings = Settings { port: 0, ..world.app.settings.clone() };
    change(&mut settings);
    // Each process keeps three connections permanently, for notifications and jobs: several on one pool would starve.
    let db = database::pool((*world.app.db.connect_options()).clone(), 8);
    manao_api::start(settings, clock, db, Roles { hub: true, jobs: true }).await.unwrap()
}

async fn readyz(api: &Running) -> (u16, Value) {
    let answer = reqwest::get(format!("http://{}/readyz", api.address)).await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_apis_share_one_clock_and_one_key_and_say_when_they_do_not() {
    let world = World::new().await;
    let clock = world.app.clock.clone();
    let ahead = beside(&world, clock.on_machine_off_by(TimeDelta::hours(2)), |settings| {
        // A new container has another folder.
        settings.manao_data = settings.manao_data.join("another");
    })
    .await;

    // A machine with a wrong clock reports it and is taken out of service; the times it stores are right all the same.
    let (status, ready) = readyz(&ahead).await;
    assert_eq!((status, &ready["clock"], &ready["database"]), (503, &json!(false), &json!(true)), "{ready}");
    assert!((ahead.app.now() - world.app.now()).abs() < TimeDelta::seconds(1));
    let mali = world.user("mali").await;
    let there = crate::support::Client { url: format!("http://{}", ahead.address), ..mali.clone() };
    let mut change = ahead.app.change().await.unwrap();
    let (now, at) = (change.now(), change.now() + TimeDelta::minutes(30));
    change.job(&Later {}, JobOptions::at(at)).await.unwrap();
    change.commit().await.unwrap();
    assert!((now - world.app.now()).abs() < TimeDelta::seconds(5));
    let sql = "select extract(epoch from run_at - now())::float8 from graphile_worker.jobs where task_identifier = 'test.later'";
    let seconds: f64 = sqlx::query_scalar(sql).fetch_one(&world.app.db).await.unwrap();
    assert!((seconds - 1_800.0).abs() < 10.0, "{seconds}");
    // It expires nothing: the other runs the scheduler.
    assert!(ahead.periodic_tasks.iter().all(|task| task.name != "orders.expire" || task.runs() == 0));
    ahead.app.clock.set_machine_off_by(TimeDelta::milliseconds(500));
    let (status, ready) = settled(&ahead).await;
    assert_eq!(status, 200, "{ready}");
    // A jump while it runs.
    ahead.app.clock.set_machine_off_by(TimeDelta::minutes(-10));
    assert_eq!(readyz(&ahead).await.0, 503);
    assert!((ahead.app.now() - world.app.now()).abs() < TimeDelta::seconds(1));

    // Browsers subscribe with one key, wherever they ask.
    let key =
        |client: crate::support::Client| async move { client.get("/notification/settings").await.ok()["publicKey"].clone() };
    let (one, two) = (key(mali.clone()).await, key(there).await);
    assert!(one.as_str().is_some_and(|key| key.len() > 80), "{one}");
    assert_eq!(one, two);
    // An API with another key could not read sealed values, and nobody could read what it seals.
    let stranger = beside(&world, clock.clone(), |settings| {
        settings.voucher_key = Some("YW5vdGhlciBrZXksIG9mIHRoaXJ0eS10d28gYnl0ZXM=".to_owned());
    })
    .await;
    let (status, ready) = settled(&stranger).await;
    assert_eq!((status, &ready["key"]), (503, &json!(false)), "{ready}");
    // And a store that is not writable.
    let storeless = beside(&world, clock, |settings| {
        settings.files_url = "s3://nowhere".to_owned();
        settings.files_s3_endpoint = Some("http://127.0.0.1:1".to_owned());
        (settings.files_s3_key, settings.files_s3_secret) = (Some("key".to_owned()), Some("none".to_owned()));
        settings.provider_timeout_ms = 200;
    })
    .await;
    let (status, ready) = settled(&storeless).await;
    assert_eq!((status, &ready["store"], &ready["database"]), (503, &json!(false), &json!(true)), "{ready}");
    for api in [ahead, stranger, storeless] {
        api.app.stopping.cancel();
    }
}

/// Returns its readiness once its start has checked everything, or the wait is over.
async fn settled(api: &Running) -> (u16, Value) {
    let mut last = readyz(api).await;
    for _ in 0..40 {
        if last.0 == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        last = readyz(api).await;
    }
    last
}

#[derive(Serialize, Deserialize)]
struct Later {}

impl Job for Later {
    const NAME: &'static str = "test.later";

    async fn run(self, _: App) -> anyhow::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_serves_a_database_of_another_shape() {
    let (postgres, name) = crate::support::bare_database().await;
    let db = database::pool(postgres.connect_options(&name), 4);
    let mut settings = crate::support::defaults();
    settings.manao_data = std::env::temp_dir().join(format!("manao-{name}"));
    let mut settings = settings.filled();
    (settings.host, settings.port, settings.serve.metrics_port) = ("127.0.0.1".to_owned(), 0, Some(0));
    let folder = settings.manao_data.clone();
    let api = manao_api::start(settings.clone(), Clock::system(), db.clone(), Roles { hub: true, jobs: true }).await.unwrap();
    let (status, ready) = readyz(&api).await;
    assert_eq!((status, &ready["schema"], &ready["database"]), (503, &json!("behind"), &json!(true)), "an empty one: {ready}");
    assert_eq!(database::fit(&db).await.unwrap(), database::Fit::Behind);
    manao_api::database::migrate(&db).await.unwrap();
    let (status, ready) = settled(&api).await;
    assert_eq!((status, &ready["schema"]), (200, &json!("fits")), "{ready}");
    // A later version that only added something; then one that this version does not support.
    sqlx::query("insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (99999, 'later', true, '', 0)")
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(readyz(&api).await.0, 200);
    sqlx::query("update kernel.schema_floor set version = 99999").execute(&db).await.unwrap();
    let (status, ready) = readyz(&api).await;
    assert_eq!((status, &ready["schema"]), (503, &json!("ahead")), "{ready}");
    api.stop().await;
    // With another key it does no work either: nobody could read what it seals.
    let db = database::pool(postgres.connect_options(&name), 4);
    sqlx::query("update kernel.schema_floor set version = 4").execute(&db).await.unwrap();
    settings.voucher_key = Some("YW5vdGhlciBrZXksIG9mIHRoaXJ0eS10d28gYnl0ZXM=".to_owned());
    let stranger = manao_api::start(settings, Clock::system(), db, Roles { hub: true, jobs: true }).await.unwrap();
    let (status, ready) = settled(&stranger).await;
    assert_eq!((status, &ready["schema"], &ready["key"]), (503, &json!("fits"), &json!(false)), "{ready}");
    assert!(stranger.periodic_tasks.iter().all(|task| task.runs() == 0));
    stranger.app.stopping.cancel();
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_age_of_the_oldest_event_that_waits_is_measured_while_nothing_is_told() {
    let world = World::with(|settings| settings.redis_url = Some("redis://127.0.0.1:1/".to_owned())).await;
    let oldest = async || -> f64 {
        let text = world.metrics().await;
        let line = text.lines().find(|line| line.starts_with("manao_outbox_oldest_seconds ")).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(oldest().await.abs() < 0.001);
    // Alarm metrics exist before they first rise, and have a HELP text.
    let text = world.metrics().await;
    for alarm in [
        "manao_payment_mismatches_total",
        "manao_payments_surplus_total",
        "manao_unmatched_charges_total",
        "manao_codes_duplicate_total",
        "manao_codes_known_total",
        "manao_deliveries_closed_delivered_total",
        "manao_periodic_tasks_failed_total{task=\"orders.expire\"}",
        "manao_webhooks_total{provider=\"opn\",outcome=\"rejected\"}",
        "manao_pages_unrendered_total{reason=\"failed\"}",
    ] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{alarm} "))), "{alarm} in\n{text}");
        assert!(text.contains(&format!("# HELP {} ", alarm.split('{').next().unwrap())), "{alarm} has no HELP");
    }
    let skew = text.lines().find_map(|line| line.strip_prefix("manao_clock_skew_seconds ")).unwrap();
    assert!(skew.parse::<f64>().unwrap().abs() < 1.0, "one machine, one clock: {skew}");
    let mali = world.user("mali").await;
    mali.post("/oauth/logout", serde_json::json!({})).await.ok();
    // A withdrawn right counts from a second later.
    world.advance(Duration::from_secs(101)).await;
    assert!(oldest().await >= 100.0);
}
