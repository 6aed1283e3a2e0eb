//! The core's promises, over HTTP and WebSocket: problems, rights, events in order, jobs after the commit.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::{Answer, World};
use manao_domain::order::OrderStatus;
use manao_kernel::live::{Live, topics};
use manao_shop::orders::live::{PurchaseLive, StockLive};
use reqwest::Method;
use serde_json::json;
use sqlx::ConnectOptions as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tracing_subscriber::layer::SubscriberExt as _;

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_call_is_a_problem_in_the_callers_language() {
    let world = World::new().await;
    let body = world.anon().get("/no/such/call").await.refused(404, "not_found");
    assert_eq!(body["message"], "We could not find what you are looking for.");
    let thai = Answer::of(world.anon().http.get(format!("{}/api/no?lang=th", world.url))).await;
    assert_eq!(thai.headers["content-type"], "application/problem+json");
    assert_eq!(thai.headers["content-language"], "th");
    assert_eq!(thai.body["message"], "ไม่พบสิ่งที่คุณกำลังค้นหา");
    assert_eq!(thai.body["requestId"], thai.headers["x-request-id"].to_str().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_zero_byte_is_no_fault_of_ours() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    for (path, body) in [
        ("/purchase/get-by-transaction-id", json!({"transactionId": "\u{0}"})),
        ("/purchase/get-by-id", json!({"number": "MN\u{0}"})),
        ("/coupon/redeem-coupon", json!({"code": "LIME\u{0}"})),
        ("/cart/create", json!({"items": [{"productId": 1, "quantity": 1, "playerId": "\u{0}", "seenPriceSatang": 1}]})),
        ("/send-OTP", json!({"mobileNumber": "08\u{0}"})),
    ] {
        let answer = mali.post(path, body).await;
        assert!(answer.status.as_u16() < 500, "{path}: {} {}", answer.status, answer.body);
    }
    mali.post("/purchase/get-by-transaction-id", json!({"transactionId": "\u{0}"})).await.refused(400, "bad_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_session_ends_at_once() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let guarded = |client: crate::support::Client| async move {
        Answer::of(client.request(Method::POST, "/console/repairs/1").json(&json!({}))).await
    };
    let before = guarded(mali.clone()).await;
    sqlx::query("update people.sessions set ended_at = now(), ended_reason = 'logout' where id = $1")
        .bind(mali.session_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let after = guarded(mali.clone()).await;
    // Without such a route the guard is not reached; with it the refusals differ.
    if before.status.as_u16() != 404 {
        before.refused(403, "staff_required");
        assert_eq!(after.refused(401, "session_revoked")["message"], "invalid sessions");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn committed_events_arrive_in_order_and_rolled_back_ones_never() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let mut socket = world.socket(&mali).await;
    socket.expect("subscribed").await;
    for version in 1..=50 {
        let mut change = world.app.change().await.unwrap();
        change.emit(&purchase(mali.user_id, version)).unwrap();
        if version % 5 == 0 {
            drop(change);
        } else {
            change.commit().await.unwrap();
        }
    }
    for (before, version) in (1..=50).filter(|version| version % 5 != 0).enumerate() {
        let frame = socket.event("purchase.changed").await;
        assert_eq!(frame["data"]["version"], version);
        assert_eq!(frame["offset"], before + 1);
        assert!(frame["data"].get("userId").is_none(), "{frame}");
    }
    let left = || async {
        let left: i64 = sqlx::query_scalar("select count(*) from kernel.outbox").fetch_one(&world.app.db).await.unwrap();
        (left == 0).then_some(())
    };
    world.until("published rows are forgotten", left).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_order_of_a_topic_is_the_order_of_commits() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    sqlx::query("create table counter (value bigint not null)").execute(&world.app.db).await.unwrap();
    sqlx::query("insert into counter values (0)").execute(&world.app.db).await.unwrap();
    let mut socket = world.socket(&mali).await;
    socket.expect("subscribed").await;
    let writers = (0..4).map(|_| {
        let (app, user) = (world.app.clone(), mali.user_id);
        tokio::spawn(async move {
            for _ in 0..25 {
                let mut change = app.change().await.unwrap();
                // Another event first, so that transactions begin in a different order than they commit.
                change.emit(&StockLive { flash_sale_id: 1, remaining: 1, version: 1 }).unwrap();
                let version: i64 = sqlx::query_scalar("update counter set value = value + 1 returning value")
                    .fetch_one(change.conn())
                    .await
                    .unwrap();
                change.emit(&purchase(user, version)).unwrap();
                change.commit().await.unwrap();
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    for version in 1..=100 {
        let frame = socket.event("purchase.changed").await;
        assert_eq!(frame["data"]["version"], version);
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_opens_its_topic_only() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let live = world.app.grant(topics::order("A1"), mali.user_id).unwrap();
    let mut socket = world.socket(&mali).await;
    let joined = [socket.subscribe(&json!(live)).await, socket.expect("subscribed").await];
    // In either order: the first is not asked for.
    for topic in ["user:".to_owned() + &mali.user_id.to_string(), "order:A1".to_owned()] {
        assert!(joined.iter().any(|frame| frame["topic"] == topic), "{joined:?}");
    }
    let foreign = Live { topic: topics::order("A2"), grant: live.grant };
    socket.send(json!({"type": "subscribe", "topic": foreign.topic, "grant": foreign.grant})).await;
    assert_eq!(socket.expect("error").await["topic"], "order:A2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_is_told_within_milliseconds() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let mut socket = world.socket(&mali).await;
    socket.expect("subscribed").await;
    let mut times = Vec::new();
    for version in 1..=40 {
        let mut change = world.app.change().await.unwrap();
        change.emit(&purchase(mali.user_id, version)).unwrap();
        let start = Instant::now();
        change.commit().await.unwrap();
        socket.event("purchase.changed").await;
        times.push(start.elapsed());
    }
    times.sort();
    // Far below the half second after which the relay looks by itself, however busy the machine is.
    assert!(times[20] < Duration::from_millis(250), "{times:?}");
}

fn purchase(user_id: i64, version: i64) -> PurchaseLive {
    PurchaseLive { user_id, number: "A1".into(), status: OrderStatus::Pending, version }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_catalogue_answer_is_like_any_other() {
    let world = World::shop().await;
    let ask = async |path: &str, query: &str, id: &str| {
        let request = world.anon().request(Method::POST, path).header("x-request-id", id);
        Answer::of(request.json(&json!({"query": query}))).await
    };
    // Only queries of our own pages are cached.
    let question = include_str!("../../../web/src/features/catalogue/games.graphql");
    let first = ask("/home", question, "named-1").await;
    for id in ["named-2", "named-3"] {
        let kept = ask("/home", question, id).await;
        assert_eq!((kept.status, &kept.body, kept.headers["x-request-id"].to_str().unwrap()), (first.status, &first.body, id));
        for (name, value) in &first.headers {
            assert!(name == "x-request-id" || name == "date" || kept.headers.get(name) == Some(value), "{name}");
        }
    }
    let forged = ask("/product", question, "not plain: \u{e9}").await;
    assert_eq!(forged.headers["x-request-id"].len(), 32, "an id of our own");
    assert!(ask("/home", "{nonsense}", "named-4").await.refused(400, "query_invalid")["errors"].is_array());
    // The current catalogue counts, not a cached answer.
    sqlx::query("update shop.games set active = false where slug = 'rov'").execute(&world.app.db).await.unwrap();
    let gone = || async {
        let answer = ask("/home", question, "named-5").await;
        (!answer.body.to_string().contains("\"rov\"")).then_some(())
    };
    world.until("the change is seen", gone).await;
    let measured = world.metrics().await;
    assert!(measured.contains(r#"path="/api/home",status="2xx""#), "{measured}");
    bad_questions_stop_nobody(&world).await;
}

/// Sends more of each at once than there are threads. If one were not refused at first sight, its answer would never come, nor would that of a
/// health check.
async fn bad_questions_stop_nobody(world: &World) {
    let anon = world.anon();
    let spreads = |count: usize| -> String {
        (0..count).map(|at| format!("fragment f{at} on AppConfig {{ ...f{0} ...f{0} }}", at + 1)).collect()
    };
    let doubling =
        |count: usize| format!("{{ appConfig {{ ...f0 }} }} {} fragment f{count} on AppConfig {{ appName }}", spreads(count));
    let many = |count: usize, each: &str| (0..count).map(|at| each.replace('#', &at.to_string())).collect::<Vec<_>>().join(" ");
    for (query, code) in [
        (doubling(30), "query_too_costly"),
        (doubling(19), "query_too_costly"),
        ("{ ...a } fragment a on Query { ...b ...b } fragment b on Query { ...a ...a }".into(), "query_invalid"),
        (format!("{{ {} }}", many(200, "a#: appConfig { appName }")), "query_too_costly"),
        (format!("{{ games {{ items {{ {} }} }} }}", many(300, "a#: __typename")), "query_too_costly"),
        ("{a".repeat(3000), "query_too_costly"),
        (format!("{{ game(id: {}", "[".repeat(6000)), "query_too_costly"),
        ("{ __schema { types { fields { type { fields { type { name } } } } } } }".into(), "query_invalid"),
    ] {
        let asked = (0..32).map(|_| anon.post("/product", json!({"query": query})));
        let alive = anon.http.get(format!("{}/healthz", world.url)).send();
        let (refused, alive) = tokio::join!(futures_util::future::join_all(asked), alive);
        assert!(alive.unwrap().status().is_success());
        for answer in refused {
            answer.refused(400, code);
        }
    }
    let large = json!({"query": "{".repeat(100_000)});
    anon.post("/product", large).await.refused(413, "payload_too_large");
    let batch = json!([{"query": "{ games { total } }"}, {"query": "{ games { total } }"}]);
    anon.post("/product", batch).await.refused(400, "bad_request");
    let deep = json!({"query": "{ games { total } }", "variables": {"x": [[[[1]]]]}});
    anon.post("/product", deep).await.refused(400, "query_too_costly");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stops_waiting_leaves_no_transaction_open() {
    let world = World::new().await;
    let options = world.app.db.connect_options();
    let mut watcher = options.connect().await.unwrap();
    // A pool of its own, so that no other use repairs its connections.
    let pool = manao_kernel::database::pool((*options).clone(), 2);
    let open = "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    // Given up a little later each time: before the connection, while the transaction begins, and finally after it.
    let (mut patience, mut begun) = (0, 0);
    while begun < 20 {
        patience += 10;
        {
            let mut transaction = std::pin::pin!(manao_kernel::database::begin(&pool, "begin"));
            for _ in 0..patience {
                if futures_util::poll!(&mut transaction).is_ready() {
                    begun += 1;
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        let end = Instant::now() + Duration::from_secs(30);
        while sqlx::query_scalar::<_, i64>(open).fetch_one(&mut watcher).await.unwrap() > 0 {
            assert!(Instant::now() < end, "a transaction stays open");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invented_methods_are_refused_at_the_door_and_make_no_numbers() {
    let world = World::new().await;
    let address = world.url.strip_prefix("http://").unwrap();
    let mut line = tokio::net::TcpStream::connect(address).await.unwrap();
    for (invented, path) in
        [("BREW", "/api/home"), ("BREW1", "/api/user/me"), ("get", "/"), ("BREW2", "/readyz"), ("BREW3", "/ws")]
    {
        line.write_all(format!("{invented} {path} HTTP/1.1\r\nhost: x\r\naccept-language: en\r\n\r\n").as_bytes()).await.unwrap();
        let mut said = Vec::new();
        while !said.ends_with(b"}") {
            said.push(line.read_u8().await.unwrap());
        }
        let said = String::from_utf8(said).unwrap();
        assert!(said.starts_with("HTTP/1.1 405 ") && said.contains(r#""code":"method_not_allowed""#), "{said}");
    }
    world.anon().post("/home", json!({"query": "{games{total}}"})).await;
    let measured = world.metrics().await;
    assert!(measured.contains("manao_http_seconds") && !measured.contains("BREW"), "{measured}");
    // Not reachable through the shop's own port.
    let there = reqwest::get(format!("{}/metrics", world.url)).await.unwrap();
    assert!(!there.text().await.unwrap().contains("manao_http_seconds"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shop_keeps_its_lines_as_its_settings_say() {
    for proxies in [0, 1] {
        let world = World::with(|settings| {
            settings.hub.proxies = proxies;
            settings.serve.lines_per_address = 2;
            settings.serve.line_head_seconds = 1;
        })
        .await;
        let address = world.url.strip_prefix("http://").unwrap();
        let line = async || tokio::net::TcpStream::connect(address).await.unwrap();
        let (mut half, _silent, mut third) = (line().await, line().await, line().await);
        let mut said = Vec::new();
        if proxies == 0 {
            third.read_to_end(&mut said).await.unwrap();
            assert!(said.starts_with(b"HTTP/1.1 429 "), "{}", String::from_utf8_lossy(&said));
        } else {
            // They are the proxy's: it may hold as many as it needs.
            third.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
            third.read_to_end(&mut said).await.unwrap();
            assert!(said.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&said));
        }
        half.write_all(b"GET / HT").await.unwrap();
        // Cut with or without notice, and long before an idle connection would be.
        let _ = tokio::time::timeout(Duration::from_secs(50), half.read_to_end(&mut said)).await.expect("half a head ends");
    }
}

/// The log of this process.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// On threads of its own with its own log: other tests in this process may log anything.
#[test]
fn no_value_that_was_sent_reaches_the_log_at_any_level() {
    let log = Log::default();
    let writer = log.clone();
    let shown = tracing_subscriber::fmt::layer().with_writer(move || writer.clone()).with_ansi(false);
    let chosen = manao_hub::serve::log::chosen("trace,sqlx=off");
    let dispatch = tracing::Dispatch::new(tracing_subscriber::registry().with(chosen).with(shown));
    // With a single subscriber, a call site that logs for the first time asks only its own thread, which may be another test's without a
    // subscriber, and then stays silent for good. With two it asks both.
    let _another = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let _here = tracing::dispatcher::set_default(&dispatch);
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .on_thread_start(move || std::mem::forget(tracing::dispatcher::set_default(&dispatch)))
        .build()
        .unwrap();
    threads.block_on(no_value_that_was_sent_reaches(log));
}

async fn no_value_that_was_sent_reaches(log: Log) {
    let world = World::new().await;
    let mali = world.user("mali").await;
    mali.get("/kyc/check-kyc-mobile-number/0899424242").await;
    mali.get("/kyc/check-kyc-mobile-number/4242424242?mobile=0899424242").await;
    mali.post("/confirm-OTP", json!({"code": 424242, "mobileNumber": 899424242})).await;
    mali.post("/confirm-OTP", json!({"code": "424242", "mobileNumber": "0899424242"})).await;
    mali.post("/oauth/refresh-token", json!("eyJ-42424242")).await;
    mali.post("/oauth/refresh-token", json!({"refresh_token": "eyJ-42424242", "x": {"42424242": 42424242}})).await;
    mali.get("/user-log/revision?page=42424242x").await;
    mali.post("/product", json!({"query": 42424242})).await;
    mali.post("/home", json!({"query": "{a}", "variables": "x42424242"})).await;
    mali.post("/console/repairs/x42424242", json!({})).await;
    Answer::of(mali.request(Method::POST, "/confirm-OTP").header("content-type", "application/json").body("{42424242")).await;
    Answer::of(mali.request(Method::GET, "/user/me").header("x-secret", "eyJ-42424242").header("cookie", "s=eyJ-42424242")).await;
    let said = || String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let seen = || async { said().contains("/api/kyc/check-kyc-mobile-number/{mobile}").then_some(()) };
    world.until("the call is logged by its route", seen).await;
    let said = said();
    // Ids of requests and sessions may contain such digits by chance: a leaked value stands alone.
    let leaks =
        |word: &str| word.contains("42424242") || (word.ends_with("424242") && word.bytes().all(|byte| byte.is_ascii_digit()));
    let leaked = |line: &&str| line.contains("eyJ-") || line.split(|c: char| !c.is_ascii_alphanumeric()).any(leaks);
    let told: Vec<&str> = said.lines().filter(leaked).collect();
    assert!(told.is_empty(), "{told:#?}");
    assert!(said.contains("invalid type at line 1"), "why a body could not be read is still told");
    assert!(!said.contains(mali.token.as_deref().unwrap()));
}

#[test]
fn a_shop_of_other_machines_does_not_open_with_keys_that_everybody_knows() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_manao"))
        .arg("api")
        .env("PUBLIC_URL", "https://shop.example")
        .env("JWT_SECRET", "compose-only-secret-change-me-0123456789abcdef")
        .env("PARTNERS_KEY", "nobody knows this one")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("set your own"), "{said}");
    for (setting, known) in [("JWT_SECRET", true), ("OPN_SECRET_KEY", true), ("PARTNERS_KEY", false), ("SMTP_URL", false)] {
        assert_eq!(said.contains(setting), known, "{setting}: {said}");
    }
    // Beside an existing database no new secrets are generated, which the other processes would not know.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_manao"))
        .arg("api")
        .env("PUBLIC_URL", "http://localhost:8080")
        .env("PORT", "0")
        .env("METRICS_PORT", "0")
        .env("DATABASE_URL", "postgres://manao@127.0.0.1:1/manao")
        .env("JWT_SECRET", "another-secret-another-secret-an")
        .env_remove("VOUCHER_KEY")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("VOUCHER_KEY") && !said.contains("JWT_SECRET"), "{said}");
    // Nor does it start with an invalid key; an empty value counts as absent.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_manao"))
        .arg("api")
        .envs([
            ("PUBLIC_URL", "http://localhost:8080"),
            ("PORT", "0"),
            ("METRICS_PORT", "0"),
            ("REDIS_URL", "redis://127.0.0.1:1"),
        ])
        .envs(
            ["LOG_FORMAT", "DRAIN_SECONDS", "COMPANY_TAX_ID", "MAIL_FROM", "WEB_DIST", "HUB_PEER_ADDRESS"].map(|name| (name, "")),
        )
        .env("DATABASE_URL", "postgres://manao@127.0.0.1:1/manao")
        .env("JWT_SECRET", "another-secret-another-secret-an")
        .env("VOUCHER_KEY", "c2hvcnQ=")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("VOUCHER_KEY must hold 32 bytes"), "{said}");
}
