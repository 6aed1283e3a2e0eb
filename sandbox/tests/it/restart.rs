use manao_sandbox::{Settings, start};
use serde_json::json;

use crate::world::{PATIENCE, World, free_port, until, world_with};

/// Kills the sandbox, and starts another one on its data.
async fn restarted(mut world: World, adjust: impl FnOnce(&mut Settings)) -> World {
    let mut settings = world.sandbox.settings.clone();
    world.sandbox.settings.temporary = false;
    drop(world.sandbox);
    adjust(&mut settings);
    let sandbox = start(settings).await.unwrap();
    World { sandbox, client: world.client, shop: world.shop }
}

#[tokio::test]
async fn charges_orders_messages_keys_and_faults_survive() {
    let w = world_with(|settings| settings.partner_delay_ms = 4000).await;
    let charge = w.charge(4900, "MN-1").await;
    w.shop.receives(1).await;
    let order = json!({"reference": "MN-1-1", "game": "rov", "sku": "rov-60", "playerId": "10203040", "quantity": 1,
        "callbackUrl": format!("{}/partner", w.shop.url)});
    assert_eq!(w.partner_post("/siamplay/orders", order.clone()).await.0, 202);
    w.fault(json!({"kind": "oidc_down", "times": 1})).await;
    let keys = w.get("/oidc/jwks").await;
    assert_eq!(keys.status(), 503);
    let keys = w.get("/oidc/jwks").await.text().await.unwrap();

    let w = restarted(w, |_| {}).await;
    assert_eq!(w.get("/oidc/jwks").await.text().await.unwrap(), keys);
    let rules: serde_json::Value = w.get("/faults").await.json().await.unwrap();
    assert_eq!(rules["rules"][0]["kind"], "oidc_down");
    // The pending delivery arrives, and only once.
    let told = w.shop.receives(2).await[1].json();
    assert_eq!(told["event"], "order.delivered");
    assert_eq!(w.partner_post("/siamplay/orders", order).await.0, 200);
    w.pay(&charge).await;
    assert_eq!(w.shop.receives(3).await[2].json()["key"], "charge.complete");
}

#[tokio::test]
async fn money_that_is_under_way_arrives_after_the_restart() {
    let w = world_with(|_| {}).await;
    let mut body = w.charge_body(4900, "MN-1");
    body["source"] = json!({"type": "mobile_banking_scb"});
    let (_, charge) = w.opn_post("/charges", body).await;
    let page = charge["authorize_uri"].as_str().unwrap();
    let form = [("answer", "pay_late"), ("delay_ms", "1200")];
    assert_eq!(w.client.post(page).form(&form).send().await.unwrap().status(), 303);
    let token = json!({"card": {"name": "A", "number": "4242424242424242", "expiration_month": 1, "expiration_year": 2099,
        "security_code": "123"}});
    let token = w.client.post(w.url("/opn/vault/tokens")).basic_auth("pkey_test_manao", Some("")).json(&token);
    let token: serde_json::Value = token.send().await.unwrap().json().await.unwrap();

    let w = restarted(w, |_| {}).await;
    let path = format!("/charges/{}", charge["id"].as_str().unwrap());
    assert_eq!(w.opn_get(&path).await.1["status"], "pending");
    until("the money arrives", async || w.opn_get(&path).await.1["status"] == "successful").await;
    let (status, customer) = w.opn_post("/customers", json!({"card": token["id"]})).await;
    assert_eq!((status, &customer["cards"]["total"]), (200, &json!(1)));
}

#[tokio::test]
async fn a_webhook_that_nobody_took_is_sent_after_the_restart() {
    let w = world_with(|settings| settings.retry_base_ms = 60_000).await;
    w.shop.will_answer(&[503]);
    w.charge(4900, "MN-1").await;
    w.shop.receives(1).await;
    let mut body = w.charge_body(2000, "MN-2");
    let expiry = chrono::Utc::now() + chrono::TimeDelta::seconds(4);
    body["expires_at"] = json!(expiry.to_rfc3339());
    w.opn_post("/charges", body).await;
    w.shop.receives(2).await;

    // An expiry that fell into the downtime is made up for.
    let settings = w.sandbox.settings.clone();
    let (client, shop) = (w.client.clone(), w.shop.clone());
    let mut stopped = w.sandbox;
    stopped.settings.temporary = false;
    drop(stopped);
    until("the charge has expired", async || chrono::Utc::now() > expiry).await;
    let sandbox = start(settings).await.unwrap();
    let w = World { sandbox, client, shop };
    let told = w.shop.receives(3).await[2].json();
    assert_eq!((&told["key"], &told["data"]["metadata"]["order"]), (&json!("charge.expire"), &json!("MN-2")));
}

#[tokio::test]
async fn an_unreadable_state_is_said_and_not_overwritten() {
    let settings = Settings::for_tests();
    std::fs::create_dir_all(&settings.data).unwrap();
    let file = settings.data.join("state.json");
    std::fs::write(&file, "{ broken").unwrap();
    let error = start(settings.clone()).await.err().unwrap();
    assert!(error.to_string().contains("state.json"), "{error:#}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{ broken");
    std::fs::remove_dir_all(&settings.data).unwrap();
}

/// The program itself, on free ports.
struct Program {
    child: std::process::Child,
    base: String,
}

impl Program {
    async fn start(data: &std::path::Path) -> Self {
        loop {
            // It ends at once if another test took a port meanwhile.
            if let Some(program) = Self::launch(data).await {
                return program;
            }
        }
    }

    async fn launch(data: &std::path::Path) -> Option<Self> {
        let port = free_port();
        let mut child = std::process::Command::new(std::env::var("CARGO_BIN_EXE_manao-sandbox").unwrap())
            .env_clear()
            .env("SANDBOX_PORT", port.to_string())
            .env("SANDBOX_SMTP_PORT", free_port().to_string())
            .env("SANDBOX_DATA", data)
            .env("SANDBOX_RETRY_BASE_MS", "50")
            .env("RUST_LOG", "error")
            .spawn()
            .unwrap();
        let base = format!("http://127.0.0.1:{port}");
        let start = std::time::Instant::now();
        while !reqwest::get(format!("{base}/healthz")).await.is_ok_and(|answer| answer.status() == 200) {
            if child.try_wait().unwrap().is_some() {
                return None;
            }
            assert!(start.elapsed() < PATIENCE, "the sandbox does not serve");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        Some(Self { child, base })
    }

    async fn charge(&self, shop: &str, order: &str) -> String {
        let body = json!({"amount": 2000, "currency": "THB", "source": {"type": "promptpay"}, "metadata": {"order": order},
            "webhook_endpoints": [shop]});
        let request = reqwest::Client::new().post(format!("{}/opn/charges", self.base)).json(&body);
        let answer = request.basic_auth("skey_test_manao", Some("")).send().await.unwrap();
        let charge: serde_json::Value = answer.json().await.unwrap();
        charge["id"].as_str().unwrap().to_owned()
    }

    /// Kills it.
    fn kill(self) {}
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[tokio::test]
async fn what_was_answered_survives_a_kill_at_any_moment() {
    let w = world_with(|_| {}).await;
    let folder = w.sandbox.settings.data.join("killed");
    let shop = format!("{}/opn", w.shop.url);
    let mut charges = Vec::new();
    for round in 0..3 {
        let program = Program::start(&folder).await;
        for n in 0..20 {
            charges.push(program.charge(&shop, &format!("MN-{round}-{n}")).await);
        }
        program.kill();
        // A line that was cut while it was being written.
        let mut log = std::fs::OpenOptions::new().append(true).open(folder.join("state.log")).unwrap();
        std::io::Write::write_all(&mut log, b"{\"charges\":{\"chrg_te").unwrap();
    }
    let program = Program::start(&folder).await;
    for charge in &charges {
        let answer = reqwest::get(format!("{}/opn/charges/{charge}/payload", program.base)).await.unwrap();
        assert_eq!(answer.status(), 200, "{charge}");
    }
    // Each was reported; one whose answer was lost with the process may be reported again.
    until("all charges are told of", async || {
        let told: std::collections::BTreeSet<_> =
            w.shop.so_far().iter().map(|event| event.json()["data"]["id"].as_str().unwrap().to_owned()).collect();
        charges.iter().all(|charge| told.contains(charge))
    })
    .await;
    program.kill();
}
