//! A shop that sells, and people who buy.

use manao_api::{App, Settings, features};
use serde_json::{Value, json};

use super::{Client, World, empty_database};

impl World {
    /// A world with the demo catalogue in place.
    pub async fn shop() -> Self {
        Self::shop_with(|_| {}).await
    }

    /// The same with other settings than the defaults.
    pub async fn shop_with(change: impl FnOnce(&mut Settings)) -> Self {
        let (postgres, name) = empty_database().await;
        let demo = async |app: &App| features::demo(app).await.expect("load the demo catalogue");
        let world = Self::filled(postgres, &name, change, demo).await;
        let ready = world.until("the catalogue", || async {
            let answer = world.anon().post("/home", json!({"query": "{games{total}}"})).await.ok();
            (answer["data"]["games"]["total"].as_i64() > Some(0)).then_some(())
        });
        ready.await;
        world
    }

    /// The number of a demo product.
    pub async fn product(&self, sku: &str) -> i64 {
        sqlx::query_scalar("select id from shop.products where sku = $1").bind(sku).fetch_one(&self.app.db).await.expect(sku)
    }

    /// What `direct` wants: a product with a player where the game needs one.
    pub async fn direct(&self, sku: &str, quantity: i64, player_id: Option<&str>) -> Value {
        json!({"direct": {"productId": self.product(sku).await, "quantity": quantity, "playerId": player_id}})
    }

    /// Orders one product for PromptPay; the answer is the order with its code.
    pub async fn order(&self, buyer: &Client, sku: &str, quantity: i64, player_id: Option<&str>) -> Value {
        let mut body = self.direct(sku, quantity, player_id).await;
        body["channel"] = json!("promptpay");
        body["expectedTotalSatang"] = json!(1);
        body["again"] = json!(true);
        // The refusal tells what it comes to.
        let refusal = buyer.insist("/purchase/create-order", &body).await;
        body["expectedTotalSatang"] = refusal.refused(409, "price_changed")["params"]["totalSatang"].clone();
        buyer.insist("/purchase/create-order", &body).await.ok()
    }

    /// Pays an order's code as a banking app would.
    pub async fn pay(&self, order: &Value) -> Value {
        self.phone("/phone/pay", json!({"payload": order["payment"]["qrPayload"]})).await
    }

    /// A call of the sandbox.
    pub async fn phone(&self, path: &str, body: Value) -> Value {
        let answer = self.anon().http.post(format!("{}{path}", self.sandbox.base_url)).json(&body).send().await.expect(path);
        assert!(answer.status().is_success(), "{path}: {}", answer.text().await.unwrap_or_default());
        answer.json().await.unwrap_or(Value::Null)
    }

    /// The mails that arrived at an address, the newest first.
    pub async fn mailed(&self, address: &str) -> Vec<Value> {
        let url = format!("{}/phone/messages?kind=email&limit=500&to={address}", self.sandbox.base_url);
        let answer: Value = self.anon().http.get(url).send().await.expect("the phone").json().await.expect("messages");
        answer["items"].as_array().expect("messages").clone()
    }

    /// Waits until every mail of a person has ended; their kinds and how they ended, the oldest first.
    pub async fn mails(&self, person: &Client) -> Vec<(String, String)> {
        let all = "select kind, outcome from people.mails where user_id = $1 order by id";
        self.until("every mail has ended", || async {
            let mails: Vec<(String, Option<String>)> =
                sqlx::query_as(all).bind(person.user_id).fetch_all(&self.app.db).await.expect(all);
            mails.into_iter().map(|(kind, outcome)| Some((kind, outcome?))).collect()
        })
        .await
    }

    /// The address that a person has verified.
    pub async fn address(&self, person: &Client) -> String {
        let address = "select email::text from people.users where id = $1 and email_verified_at is not null";
        sqlx::query_scalar(address).bind(person.user_id).fetch_one(&self.app.db).await.expect(address)
    }

    /// Makes a counterparty misbehave.
    pub async fn fault(&self, rule: Value) {
        self.phone("/faults", rule).await;
    }

    /// The order as its buyer sees it.
    pub async fn read(&self, buyer: &Client, order: &Value) -> Value {
        buyer.insist("/purchase/get-by-id", &json!({"number": order["number"]})).await.ok()
    }

    /// Waits until the order has this status; then the order.
    pub async fn settled(&self, buyer: &Client, order: &Value, status: &str) -> Value {
        let what = format!("{} is {status}", order["number"]);
        self.until(&what, || async {
            let read = self.read(buyer, order).await;
            (read["status"] == status).then_some(read)
        })
        .await
    }

    /// Orders that the partners of the sandbox delivered under references of this order.
    pub async fn delivered_by_partner(&self, reference: &str, partner: &str) -> Value {
        let url = format!("{}/partners/{partner}/orders/{reference}", self.sandbox.base_url);
        let answer = self.anon().http.get(url).bearer_auth("sandbox-partner-key").send().await.expect("the partner");
        answer.json().await.unwrap_or(Value::Null)
    }

    /// The books against the orders: empty when all is well.
    /// What of the books does not agree with the charges.
    pub async fn audit_charges(&self) -> Vec<manao_shop::ledger::ChargeDiscrepancy> {
        manao_shop::ledger::audit_charges(&self.app.db).await.expect("audit")
    }

    pub async fn audit(&self) -> Vec<manao_shop::ledger::Discrepancy> {
        manao_shop::ledger::audit(&self.app.db).await.expect("audit")
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.app.db).await.expect(sql)
    }
}
