//! Profiles of the former shop, and users of this one.

use serde_json::{Value, json};

use crate::support::{Answer, Client, World};

/// Inserts a profile of the former shop; returns its id.
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

/// Returns a user's e-mail as stored.
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

/// Pretends that the user accepted earlier terms only, and that the terms have changed since.
pub async fn terms_change(world: &World, client: &Client) {
    sqlx::query("update people.terms_acceptances set version = '2025-01' where user_id = $1")
        .bind(client.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
}

/// Returns the ids of the profiles shown to a user.
pub fn ids(check: &Value) -> Vec<i64> {
    check["users"].as_array().unwrap().iter().map(|user| user["user_id"].as_i64().unwrap()).collect()
}
