//! A shop with products, and customers who buy and pay as people do.

use manao_kernel::Settings;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, Client, World};

/// The telecom's payments.
pub const BILLING: &str = "/carrier-billing/v0.4";

pub struct Shop {
    pub world: World,
    pub game: i64,
    pub seller: i64,
}

impl Shop {
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let world = World::with(change).await;
        let db = &world.app.db;
        let seller =
            sqlx::query_scalar("insert into shop.sellers (name) values ('Lime Games') returning id").fetch_one(db).await.unwrap();
        sqlx::query("insert into shop.partners (code, name) values ('siamplay', 'SiamPlay')").execute(db).await.unwrap();
        let game = game(&world, "rov", "topup", true).await;
        Self { world, game, seller }
    }

    /// Creates a top-up with unlimited stock.
    pub async fn product(&self, price: i64) -> i64 {
        self.insert(self.game, price, None).await
    }

    /// Creates a top-up with limited stock.
    pub async fn counted(&self, price: i64, stock: i32) -> i64 {
        self.insert(self.game, price, Some(stock)).await
    }

    /// Creates cards with so many codes of our own.
    pub async fn cards(&self, price: i64, codes: i32) -> i64 {
        let game = game(&self.world, &format!("cards-{}", Uuid::new_v4().simple()), "voucher", false).await;
        let product = self.insert(game, price, Some(codes)).await;
        let key = self.world.app.settings.voucher_key.clone().unwrap();
        let sealer = manao_kernel::sealing::Sealer::new(&key).unwrap();
        for number in 0..codes {
            let serial = format!("S{product}-{number}");
            let code = format!("CODE-{product}-{number}");
            let sealed = sealer.seal(code.as_bytes(), serial.as_bytes()).unwrap();
            sqlx::query("insert into shop.voucher_codes (product_id, code_sealed, serial, fingerprint) values ($1, $2, $3, $4)")
                .bind(product)
                .bind(sealed)
                .bind(serial)
                .bind(sealer.fingerprint(&code))
                .execute(&self.world.app.db)
                .await
                .unwrap();
        }
        product
    }

    pub async fn flash_sale(&self, product: i64, price: i64, quantity: i32) -> i64 {
        sqlx::query_scalar(
            "insert into shop.flash_sales (product_id, price_satang, quantity, per_person, starts_at, ends_at)
             values ($1, $2, $3, $3, now() - interval '1 hour', now() + interval '1 day') returning id",
        )
        .bind(product)
        .bind(price)
        .bind(quantity)
        .fetch_one(&self.world.app.db)
        .await
        .unwrap()
    }

    async fn insert(&self, game: i64, price: i64, stock: Option<i32>) -> i64 {
        sqlx::query_scalar(
            "insert into shop.products (game_id, seller_id, sku, name_th, name_en, price_satang, commission_bp, stock)
             values ($1, $2, $3, 'คูปอง 60', '60 Coupons', $4, 600, $5) returning id",
        )
        .bind(game)
        .bind(self.seller)
        .bind(format!("rov-{}", Uuid::new_v4().simple()))
        .bind(price)
        .bind(stock)
        .fetch_one(&self.world.app.db)
        .await
        .unwrap()
    }

    /// Places an order for one piece of a product at this price, with a key of its own.
    pub async fn order(&self, client: &Client, product: i64, price: i64) -> Answer {
        let key = Uuid::new_v4().to_string();
        client.post_once("/purchase/create-order", &key, direct(product, 1, price)).await
    }

    /// Does the same, and must succeed.
    pub async fn buy(&self, client: &Client, product: i64, price: i64) -> Value {
        let answer = self.order(client, product, price).await;
        assert_eq!(answer.status, 201, "{:#}", answer.body);
        answer.body
    }

    pub async fn read(&self, client: &Client, order: &Value) -> Value {
        client.post("/purchase/get-by-id", json!({"number": order["number"]})).await.ok()
    }

    pub async fn update(&self, client: &Client, order: &Value, action: &str) -> Answer {
        client.post("/purchase/update-order-status", json!({"number": order["number"], "action": action})).await
    }

    /// Waits until the order is in the wanted state.
    pub async fn until(&self, client: &Client, order: &Value, what: &str, check: impl Fn(&Value) -> bool) -> Value {
        let number = order["number"].as_str().unwrap();
        self.world
            .until(&format!("{number} {what}"), async || {
                let now = self.read(client, order).await;
                check(&now).then_some(now)
            })
            .await
    }

    pub async fn until_paid(&self, client: &Client, order: &Value) -> Value {
        self.until(client, order, "paid", |order| order["paidAt"].is_string()).await
    }

    pub async fn until_payment(&self, client: &Client, order: &Value, status: &str) -> Value {
        self.until(client, order, status, |order| order["payment"]["status"] == status).await
    }

    /// Makes a call to the sandbox, as a customer's phone or a test does.
    pub async fn outside(&self, method: reqwest::Method, path: &str, body: Value) -> Answer {
        let url = format!("{}{path}", self.world.sandbox.base_url);
        Answer::of(self.world.anon().http.request(method, url).basic_auth("skey_test_manao", Some("")).json(&body)).await
    }

    /// Scans the shown code and pays it in the banking app.
    pub async fn pay(&self, order: &Value) -> Answer {
        let payload = order["payment"]["qrPayload"].as_str().expect("a code is shown");
        self.outside(reqwest::Method::POST, "/phone/pay", json!({"payload": payload})).await
    }

    /// Pays a charge whose code may be over: money in transit.
    pub async fn pay_late(&self, charge_id: &Value) -> Answer {
        self.outside(reqwest::Method::POST, "/phone/pay", json!({"chargeId": charge_id, "late": true})).await
    }

    pub async fn fault(&self, rule: Value) {
        self.outside(reqwest::Method::POST, "/faults", rule).await.ok();
    }

    pub async fn no_faults(&self) {
        let url = format!("{}/faults", self.world.sandbox.base_url);
        Answer::of(self.world.anon().http.delete(url)).await.ok();
    }

    /// Orders one piece, to be paid by this number.
    pub async fn order_by(&self, client: &Client, product: i64, price: i64, number: &str) -> Answer {
        client.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), by_number(product, price, number)).await
    }

    /// Does the same, and must succeed with a texted code.
    pub async fn buy_by(&self, client: &Client, product: i64, price: i64, number: &str) -> Value {
        let answer = self.order_by(client, product, price, number).await;
        assert_eq!((answer.status.as_u16(), &answer.body["payment"]["status"]), (201, &json!("awaiting")), "{:#}", answer.body);
        answer.body
    }

    /// Makes this the buyer's own verified number.
    pub async fn verify_number(&self, client: &Client, number: &str) {
        let own = "update people.users set msisdn = $2, msisdn_verified_at = now() where id = $1";
        let number = number.replacen('0', "66", 1);
        sqlx::query(own).bind(client.user_id).bind(number).execute(&self.world.app.db).await.unwrap();
    }

    /// Makes this the buyer's own verified e-mail.
    pub async fn verify_email(&self, client: &Client, email: &str) {
        let own = "update people.users set email = $2, email_verified_at = now() where id = $1";
        sqlx::query(own).bind(client.user_id).bind(email).execute(&self.world.app.db).await.unwrap();
    }

    /// Enters a code on the order's page.
    pub async fn confirm(&self, client: &Client, order: &Value, code: &str) -> Answer {
        client.post("/order-confirm", json!({"number": order["number"], "code": code})).await
    }

    /// Returns the texts to this number, newest first.
    pub async fn texts(&self, number: &str) -> Vec<Value> {
        let path = format!("/phone/messages?kind=sms&to={number}");
        self.outside(reqwest::Method::GET, &path, json!({})).await.ok()["items"].as_array().unwrap().clone()
    }

    /// Returns the code in the newest of them.
    pub async fn texted(&self, number: &str) -> String {
        self.texts(number).await[0]["code"].as_str().expect("a code in the text").to_owned()
    }

    /// Makes a call to the telecom with our key.
    pub async fn telecom(&self, method: reqwest::Method, path: &str, body: Value) -> Answer {
        let request = self.world.anon().http.request(method, format!("{}/telecom{path}", self.world.sandbox.base_url));
        Answer::of(request.bearer_auth("sandbox-telecom-key").json(&body)).await
    }

    /// Returns the telecom's payments for a payment attempt.
    pub async fn telecom_payments(&self, order: &Value) -> Vec<Value> {
        let path = format!("{BILLING}/payments?clientCorrelator={}", order["payment"]["reference"].as_str().unwrap());
        self.telecom(reqwest::Method::GET, &path, json!({})).await.ok().as_array().unwrap().clone()
    }

    /// Lets the telecom take the money of a payment that is validated with this code, without our knowledge.
    pub async fn take_at_telecom(&self, id: &Value, authorization_id: &str, number: &str, code: &str) {
        let path = format!("{BILLING}/payments/{}", id.as_str().unwrap());
        let typed = json!({"authorizationId": authorization_id, "code": code});
        let validated = self.telecom(reqwest::Method::POST, &format!("{path}/validate"), typed).await;
        assert_eq!(validated.status, 204, "{:#}", validated.body);
        let confirmed = self.telecom(reqwest::Method::POST, &format!("{path}/confirm"), json!({"phoneNumber": number})).await;
        assert_eq!(confirmed.status, 202, "{:#}", confirmed.body);
    }

    /// Returns the balance of a prepaid number, in satang.
    pub async fn left_on(&self, number: &str) -> i64 {
        let left = self.telecom(reqwest::Method::POST, "/balance", json!({"msisdn": number})).await.ok();
        left["balance"].as_i64().unwrap()
    }

    /// Returns the provider's charges for an order.
    pub async fn charges(&self, order: &Value) -> Vec<Value> {
        let list = self.outside(reqwest::Method::GET, "/opn/charges?limit=100", json!({})).await.ok();
        let charges = list["data"].as_array().unwrap().clone();
        charges.into_iter().filter(|charge| charge["metadata"]["order"] == order["number"]).collect()
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.world.app.db).await.unwrap()
    }

    /// Returns the balance of a ledger account, in satang; debit positive.
    pub async fn balance(&self, account: &str) -> i64 {
        sqlx::query_scalar("select coalesce(sum(amount_satang), 0)::bigint from shop.ledger_entries where account = $1")
            .bind(account)
            .fetch_one(&self.world.app.db)
            .await
            .unwrap()
    }

    /// Returns the total captured, in satang, before fees and refunds.
    pub async fn captured(&self) -> i64 {
        self.count(
            "select coalesce(sum(e.amount_satang), 0)::bigint from shop.ledger_entries e join shop.journals j on j.id = e.journal_id
             where j.kind = 'captured' and e.account = 'provider_receivable'",
        )
        .await
    }

    /// Performs an action on the provider's dashboard.
    pub async fn dashboard(&self, path: &str, body: Value) -> Value {
        self.outside(reqwest::Method::POST, &format!("/opn/dashboard{path}"), body).await.ok()
    }

    /// Lets time pass, and the scheduler run.
    pub async fn wait(&self, seconds: u64) {
        self.world.advance(std::time::Duration::from_secs(seconds)).await;
        self.world.run_task("payments.reconcile").await;
        self.world.run_task("orders.expire").await;
        self.world.run_task("orders.let_go").await;
    }
}

async fn game(world: &World, slug: &str, kind: &str, needs_player: bool) -> i64 {
    sqlx::query_scalar(
        "insert into shop.games (slug, partner_code, partner_game, kind, name_th, name_en, publisher, blurb_th, blurb_en, hue, motif,
                            target, player_pattern)
         values ($1, 'siamplay', 'rov', $2, 'อาร์โอวี', 'RoV', 'Garena', '-', '-', 12, 'rings', $3, '^[0-9]{6,17}$') returning id",
    )
    .bind(slug)
    .bind(kind)
    .bind(if needs_player { "player" } else { "none" })
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

/// Builds a request for some pieces of a product, for a player known to the partner, even if the same is ordered already.
pub fn direct(product: i64, quantity: i64, total: i64) -> Value {
    json!({
        "direct": {"productId": product, "quantity": quantity, "playerId": "20394817"},
        "channel": "promptpay", "expectedTotalSatang": total, "again": true,
    })
}

/// Does the same with payment by a mobile number: the last digit says whether it is prepaid.
pub fn by_number(product: i64, total: i64, number: &str) -> Value {
    let mut body = direct(product, 1, total);
    let prepaid = number.ends_with(['1', '3', '5', '7', '8']);
    body["channel"] = json!(if prepaid { "ais_prepaid" } else { "ais_postpaid" });
    body["mobileNumber"] = json!(number);
    body
}

/// Builds a request for the whole cart.
pub fn cart(total: i64) -> Value {
    json!({"channel": "promptpay", "expectedTotalSatang": total, "again": true})
}
