//! Applicants, and a tournament to export.

use serde_json::json;

use crate::support::{Client, World};

/// Returns a user who lacks nothing but the application.
pub async fn ready(world: &World, name: &str) -> Client {
    let client = unready(world, name).await;
    client.post("/promoter/accept-terms", json!({"version": version(&client).await})).await.ok();
    client
}

/// Does the same before the promoter terms.
pub async fn unready(world: &World, name: &str) -> Client {
    let client = world.user(name).await;
    for sql in [
        "insert into people.profiles (user_id, first_name_th, last_name_th, birthday, address, sub_district, district, province, zip_code, id_card_sealed, updated_at)
         values ($1, 'สมชาย', 'ใจดี', '1990-01-01', '1 ถนนสุขุมวิท', 'คลองเตย', 'คลองเตย', 'กรุงเทพมหานคร', '10110', 'sealed', now())",
        "insert into people.kyc_numbers (user_id, msisdn, confirmed_at) values ($1, '668' || lpad(($1 % 100000000)::text, 8, '0'), now())",
    ] {
        sqlx::query(sql).bind(client.user_id).execute(&world.app.db).await.unwrap();
    }
    client
}

pub async fn version(client: &Client) -> String {
    client.get("/promoter/me").await.ok()["termsVersion"].as_str().unwrap().to_owned()
}

/// Returns titles of the esports inbox, newest first.
pub async fn told(client: &Client) -> Vec<String> {
    let inbox = client.get("/notification/get?perPage=50").await.ok();
    let kinds = inbox["items"].as_array().unwrap().iter().map(|message| message["kind"].as_str().unwrap().to_owned());
    kinds.collect()
}

/// Returns the id of a user's pending application.
pub async fn waiting(operator: &Client, applicant: &Client) -> i64 {
    let list = operator.get("/console/promoters?status=submitted&perPage=100").await.ok();
    let items = list["items"].as_array().unwrap();
    let of = items.iter().find(|item| item["person"]["userId"] == applicant.user_id);
    of.unwrap_or_else(|| panic!("no application of {} in {list}", applicant.user_id))["id"].as_i64().unwrap()
}

pub async fn approve(operator: &Client, applicant: &Client) -> serde_json::Value {
    let id = waiting(operator, applicant).await;
    operator.post("/console/promoters/decide", json!({"id": id, "approve": true})).await.ok()
}
