//! Changing a password.

use serde_json::json;

use crate::support::{Answer, Client, World};

async fn person(world: &World, user_type: &str) -> Client {
    let client = world.user("lime").await;
    sqlx::query("update people.users set user_type = $2 where id = $1")
        .bind(client.user_id)
        .bind(user_type)
        .execute(&world.app.db)
        .await
        .unwrap();
    client
}

async fn change(client: &Client, current: Option<&str>, new: &str) -> Answer {
    let body = json!({"currentPassword": current, "newPassword": new, "confirmPassword": new});
    client.post("/user/change-password", body).await
}

#[track_caller]
fn refused(answer: Answer, field: &str, code: &str) {
    assert_eq!(answer.refused(422, "fields_invalid")["fields"], json!({field: code}));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_is_set_the_next_needs_it_and_other_devices_are_out() {
    let world = World::new().await;
    let lime = person(&world, "msisdn").await;
    let phone = world.session(lime.user_id).await;
    let mut socket = world.socket(&phone).await;
    change(&lime, None, "Abcdefg1").await.ok();
    assert_eq!(socket.closed().await, 4401);
    assert_eq!(phone.get("/user/me").await.refused(401, "session_revoked")["message"], "invalid sessions");
    lime.get("/user/me").await.ok();
    assert_eq!(lime.get("/user/profile/get").await.ok()["hasPassword"], true);

    refused(change(&lime, None, "Abcdefg2").await, "currentPassword", "field_required");
    refused(change(&lime, Some("Abcdefg9"), "Abcdefg2").await, "currentPassword", "password_current_wrong");
    refused(change(&lime, Some("Abcdefg1"), "Abcdefg1").await, "newPassword", "password_recent");
    change(&lime, Some("Abcdefg1"), "Abcdefg2").await.ok();
    // Five a minute; the user is notified.
    let answer = change(&lime, Some("Abcdefg2"), "Abcdefg3").await;
    assert!(answer.headers.contains_key("retry-after"));
    answer.refused(429, "too_many_requests");
    let log = lime.post("/user-log/revision", json!({})).await.ok();
    assert_eq!(log["items"][0]["kind"], "password_changed");
    assert_eq!(lime.post("/user-notification/check-unread-inbox", json!({})).await.ok()["unread"], 2);
    let kept: String =
        sqlx::query_scalar("select hash from people.passwords order by id desc").fetch_one(&world.app.db).await.unwrap();
    assert!(kept.starts_with("$argon2id$"));
    let reason: Vec<String> = sqlx::query_scalar("select ended_reason from people.sessions where ended_at is not null")
        .fetch_all(&world.app.db)
        .await
        .unwrap();
    assert_eq!(reason, ["password"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_hold_and_the_last_five_do_not_come_again() {
    let world = World::new().await;
    let lime = person(&world, "email_password").await;
    let wrong = json!({"newPassword": "short", "confirmPassword": "shorter"});
    let told = lime.post("/user/change-password", wrong).await.refused(422, "fields_invalid");
    let both = json!({"newPassword": "password_format_invalid", "confirmPassword": "password_confirmation_differs"});
    assert_eq!(told["fields"], both);
    let differing = json!({"newPassword": "Abcdefg1", "confirmPassword": "Abcdefg2"});
    refused(lime.post("/user/change-password", differing).await, "confirmPassword", "password_confirmation_differs");
    change(&lime, None, "Abcdefg0").await.ok();
    // Six old passwords, inserted as if they had been set; the sixth may be used again.
    for name in ["Abcdefg1", "Abcdefg2", "Abcdefg3", "Abcdefg4", "Abcdefg5"] {
        let other = person(&world, "msisdn").await;
        change(&other, None, name).await.ok();
        sqlx::query("update people.passwords set user_id = $1 where user_id = $2")
            .bind(lime.user_id)
            .bind(other.user_id)
            .execute(&world.app.db)
            .await
            .unwrap();
    }
    refused(change(&lime, Some("Abcdefg5"), "Abcdefg1").await, "newPassword", "password_recent");
    change(&lime, Some("Abcdefg5"), "Abcdefg0").await.ok();
    let kept: i64 = sqlx::query_scalar("select count(*) from people.passwords").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(kept, 5, "older ones are forgotten");
    let mails = world.mailed(&world.address(&lime).await).await;
    let sent = vec![("password_changed".to_owned(), "sent".to_owned()); 2];
    assert_eq!(world.mails(&lime).await, sent, "{mails:?}: each change is told");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_changes_at_once_one_wins() {
    let world = World::new().await;
    let lime = person(&world, "msisdn").await;
    change(&lime, None, "Abcdefg0").await.ok();
    let (one, other) = tokio::join!(change(&lime, Some("Abcdefg0"), "Abcdefg1"), change(&lime, Some("Abcdefg0"), "Abcdefg2"));
    let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
    won.ok();
    refused(lost, "currentPassword", "password_current_wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_elsewhere_has_no_password_here() {
    let world = World::new().await;
    let others = world.user("lime").await;
    change(&others, None, "Abcdefg1").await.refused(403, "password_not_kept");
    change(&world.anon(), None, "Abcdefg1").await.refused(401, "session_required");
    change(&world.suspended("bad").await, None, "Abcdefg1").await.refused(403, "account_suspended");
}

#[tokio::test(flavor = "multi_thread")]
async fn how_many_are_recent_is_a_setting() {
    let world = World::with(|settings| settings.recent_passwords = 1).await;
    let lime = person(&world, "msisdn").await;
    change(&lime, None, "Abcdefg1").await.ok();
    change(&lime, Some("Abcdefg1"), "Abcdefg2").await.ok();
    refused(change(&lime, Some("Abcdefg2"), "Abcdefg2").await, "newPassword", "password_recent");
    change(&lime, Some("Abcdefg2"), "Abcdefg1").await.ok();
}
