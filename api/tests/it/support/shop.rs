//! A shop with products, and its buyers.

use manao_api::{App, Settings, features};
use serde_json::{Value, json};

use super::{Client, World, empty_database};

impl World {
    /// Creates a world with the demo catalogue.
    pub async fn shop() -> Self {
        Self::shop_with(|_| {}).await
    }

    /// Does the same with other settings than the defaults.
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

    /// Returns the id of a demo product.
    pub async fn product(&self, sku: &str) -> i64 {
        sqlx::query_scalar("select id from shop.products where sku = $1").bind(sku).fetch_one(&self.app.db).await.expect(sku)
    }

    /// Returns a `direct` selection: a product, with a player where the game needs one.
    pub async fn direct(&self, sku: &str, quantity: i64, player_id: Option<&str>) -> Value {
        json!({"direct": {"productId": self.product(sku).await, "quantity": quantity, "playerId": player_id}})
    }

    /// Orders one product for PromptPay; returns the order with its code.
    pub async fn order(&self, buyer: &Client, sku: &str, quantity: i64, player_id: Option<&str>) -> Value {
        let mut body = self.direct(sku, quantity, player_id).await;
        body["channel"] = json!("promptpay");
        body["expectedTotalSatang"] = json!(1);
        body["again"] = json!(true);
        body["regionConfirmed"] = json!(true);
        // The refusal states the total.
        let refusal = buyer.insist("/purchase/create-order", &body).await;
        body["expectedTotalSatang"] = refusal.refused(409, "price_changed")["params"]["totalSatang"].clone();
        buyer.insist("/purchase/create-order", &body).await.ok()
    }

    /// Pays an order's code as a banking app would.
    pub async fn pay(&self, order: &Value) -> Value {
        self.phone("/phone/pay", json!({"payload": order["payment"]["qrPayload"]})).await
    }

    /// Makes a call to the sandbox.
    pub async fn phone(&self, path: &str, body: Value) -> Value {
        let answer = self.anon().http.post(format!("{}{path}", self.sandbox.base_url)).json(&body).send().await.expect(path);
        assert!(answer.status().is_success(), "{path}: {}", answer.text().await.unwrap_or_default());
        answer.json().await.unwrap_or(Value::Null)
    }

    /// Returns the mails that arrived at an address, newest first.
    pub async fn mailed(&self, address: &str) -> Vec<Value> {
        let url = format!("{}/phone/messages?kind=email&limit=500&to={address}", self.sandbox.base_url);
        let answer: Value = self.anon().http.get(url).send().await.expect("the phone").json().await.expect("messages");
        answer["items"].as_array().expect("messages").clone()
    }

    /// Waits until every mail of a user has ended; returns their kinds and outcomes, oldest first.
    pub async fn mails(&self, person: &Client) -> Vec<(String, String)> {
        let all = "select kind, outcome from people.mails where user_id = $1 order by id";
        self.until("every mail has ended", || async {
            let mails: Vec<(String, Option<String>)> =
                sqlx::query_as(all).bind(person.user_id).fetch_all(&self.app.db).await.expect(all);
            mails.into_iter().map(|(kind, outcome)| Some((kind, outcome?))).collect()
        })
        .await
    }

    /// Returns the address that a user has verified.
    pub async fn address(&self, person: &Client) -> String {
        let address = "select email::text from people.users where id = $1 and email_verified_at is not null";
        sqlx::query_scalar(address).bind(person.user_id).fetch_one(&self.app.db).await.expect(address)
    }

    /// Makes a counterparty misbehave.
    pub async fn fault(&self, rule: Value) {
        self.phone("/faults", rule).await;
    }

    /// Returns the order as its buyer sees it.
    pub async fn read(&self, buyer: &Client, order: &Value) -> Value {
        buyer.insist("/purchase/get-by-id", &json!({"number": order["number"]})).await.ok()
    }

    /// Waits until the order has this status; returns the order.
    pub async fn settled(&self, buyer: &Client, order: &Value, status: &str) -> Value {
        let what = format!("{} is {status}", order["number"]);
        self.until(&what, || async {
            let read = self.read(buyer, order).await;
            (read["status"] == status).then_some(read)
        })
        .await
    }

    /// Returns the orders that the sandbox's partners delivered under references of this order.
    pub async fn delivered_by_partner(&self, reference: &str, partner: &str) -> Value {
        let url = format!("{}/partners/{partner}/orders/{reference}", self.sandbox.base_url);
        let answer = self.anon().http.get(url).bearer_auth("sandbox-partner-key").send().await.expect("the partner");
        answer.json().await.unwrap_or(Value::Null)
    }

    /// Returns the discrepancies between the books and the charges.
    pub async fn audit_charges(&self) -> Vec<manao_shop::ledger::ChargeDiscrepancy> {
        manao_shop::ledger::audit_charges(&self.app.db).await.expect("audit")
    }

    /// Returns the discrepancies between the books and the orders: empty if all is well.
    pub async fn audit(&self) -> Vec<manao_shop::ledger::Discrepancy> {
        manao_shop::ledger::audit(&self.app.db).await.expect("audit")
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.app.db).await.expect(sql)
    }
}
