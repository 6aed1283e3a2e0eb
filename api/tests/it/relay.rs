//! Events go on after any single fault of what carries them, within six seconds: of the relay's leader, of Redis, of the database's
//! connections. And whose session ended stays out, whatever the bus forgets.

mod gate;
mod rolling;
mod stage;

use std::time::Duration;

use crate::support::{Socket, World};
use manao_hub::control::Control;
use nix::sys::signal::Signal;
use stage::Stage;
use tokio::time::Instant;

/// What is promised, and as much again for a machine that is busy with other tests.
const PROMISED: Duration = Duration::from_secs(12);

/// What happened is told in time, counted from when the fault was over, or there was one to stay.
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
    let mut lock = manao_api::database::begin(&stage.db, "begin").await.unwrap();
    sqlx::query("lock table sessions in access exclusive mode").execute(&mut *lock).await.unwrap();
    let url = format!("{}/api/user/me", stage.apis[leader].url);
    let token = stage.member.token.clone().unwrap();
    let asked: Vec<_> = (0..12).map(|_| tokio::spawn(reqwest::Client::new().get(&url).bearer_auth(&token).send())).collect();
    stage.apis[leader].until("without a free connection", |ready| ready["database"] == false).await;
    let since = Instant::now();
    stage.commit().await;
    in_time(&mut stage, "pool exhausted", since).await;

    // What it has to finish does not keep the lead: those requests wait still.
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

    // A hub that starts on the Redis that remembers nothing of before.
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
    let path = format!("/operator/users/{}/suspend", suspended.user_id);
    world.operator("staff").await.post(&path, serde_json::json!({"reason": "a test"})).await.ok();
    // With a bus of its own that knows nothing, as after a restart.
    let settings = manao_api::Settings { port: 0, ..world.app.settings.clone() };
    let roles = manao_api::Roles { hub: true, jobs: false };
    let second = manao_api::start(settings, world.app.clock.clone(), world.app.db.clone(), roles).await.unwrap();
    let url = format!("http://{}", second.address);
    assert_eq!(Socket::refused(&url, mali.token.as_deref()).await, 4401);
    assert_eq!(Socket::refused(&url, suspended.token.as_deref()).await, 4403);
    Socket::open(&url, bobby.token.as_deref()).await;

    // Kept as long as a token of before lives, and no longer.
    let kept = async || -> i64 { sqlx::query_scalar("select count(*) from revocations").fetch_one(&world.app.db).await.unwrap() };
    for (minutes, left) in [(15, 2), (2, 0)] {
        world.advance(Duration::from_secs(minutes * 60)).await;
        world.run_task("live.forget_revocations").await;
        assert_eq!(kept().await, left);
    }
    second.app.stopping.cancel();
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
    let mali = world.user("mali").await;
    mali.post("/oauth/logout", serde_json::json!({})).await.ok();
    // What takes a right away counts from a second later.
    world.advance(Duration::from_secs(101)).await;
    assert!(oldest().await >= 100.0);
}
