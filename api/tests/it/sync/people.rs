//! Profiles of the earlier shop, and people of this one.

use serde_json::{Value, json};

use crate::support::{Answer, Client, World};

/// A profile of the earlier shop; its id.
pub async fn profile(world: &World, identity: &str, name: &str) -> i64 {
    let kind = if identity.contains('@') { "email" } else { "msisdn" };
    sqlx::query_scalar(
        "insert into people.legacy_profiles (legacy_id, identity_type, identity, name, display_name, picture, last_login, nickname,
                                      address, province, imported_at)
         values (gen_random_uuid()::text, $1, $2, $3, $3 || ' (old)', 'https://old.example/' || $3, now(), $3, '1 Old Road',
                 'เชียงใหม่', now())
         returning id",
    )
    .bind(kind)
    .bind(identity)
    .bind(name)
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

/// A person's e-mail as the database has it.
pub async fn email(world: &World, client: &Client) -> String {
    sqlx::query_scalar("select email::text from people.users where id = $1")
        .bind(client.user_id)
        .fetch_one(&world.app.db)
        .await
        .unwrap()
}

pub async fn check(client: &Client) -> Value {
    client.get("/account/check").await.ok()
}

pub async fn go_on(client: &Client, profile: i64) -> Answer {
    client.post("/account/continue", json!({"selectedUserId": profile})).await
}

/// As if the person had accepted earlier terms only, and theirs had changed since.
pub async fn terms_change(world: &World, client: &Client) {
    sqlx::query("update people.terms_acceptances set version = '2025-01' where user_id = $1")
        .bind(client.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
}

/// Ids of the profiles that a person is shown.
pub fn ids(check: &Value) -> Vec<i64> {
    check["users"].as_array().unwrap().iter().map(|user| user["user_id"].as_i64().unwrap()).collect()
}
