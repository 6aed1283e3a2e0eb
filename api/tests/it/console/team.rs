//! Roles, lost factors, and the audit log.

use manao_domain::staff::StaffRole;
use manao_kernel::audit;
use serde_json::{Value, json};

use super::set_up;
use crate::support::{Client, World};

async fn staff(admin: &Client, person: &Client) -> Value {
    let list = admin.get("/console/staff").await.ok();
    let items = list["items"].as_array().unwrap();
    items.iter().find(|item| item["userId"] == person.user_id).cloned().unwrap_or_default()
}

async fn set_roles(admin: &Client, identifier: &str, shown: &[&str], roles: &[&str]) -> crate::support::Answer {
    admin
        .post("/console/staff/roles", json!({"identifier": identifier, "shown": shown, "roles": roles, "reason": "New shift"}))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn admins_give_and_withdraw_roles_but_not_their_own() {
    let world = World::shop().await;
    let (one, two) = (world.staff("one", &[StaffRole::Admin]).await, world.staff("two", &[StaffRole::Admin]).await);
    let mali = world.user("mali").await;
    let (address, own) = (world.address(&mali).await, world.address(&one).await);
    set_roles(&one, "no address", &[], &["support"]).await.refused(422, "fields_invalid");
    set_roles(&one, &address, &[], &["support", "finance"]).await.ok();
    assert_eq!(staff(&two, &mali).await["roles"], json!(["finance", "support"]));
    // Two admins, each with what they saw.
    set_roles(&two, &address, &[], &["content"]).await.refused(409, "staff_changed");
    set_roles(&one, &own, &["admin"], &["admin", "finance"]).await.refused(409, "staff_self");

    // A role that is withdrawn ends what its open page hears.
    let inside = world.in_console(mali.clone()).await;
    let live = inside.get("/console/threads").await.ok()["live"].clone();
    let mut socket = world.socket(&inside).await;
    socket.subscribe(&live).await;
    set_roles(&two, &address, &["support", "finance"], &["finance"]).await.ok();
    assert_eq!(socket.expect("unsubscribed").await["topic"], live["topic"]);
    inside.get("/console/threads").await.refused(403, "console_required");
    let inside = world.in_console(mali.clone()).await;
    inside.get("/console/threads").await.refused(403, "role_required");
    inside.get("/console/refunds").await.ok();

    // Each withdraws the other's: one stays.
    let other = world.address(&two).await;
    let (first, second) = tokio::join!(set_roles(&one, &other, &["admin"], &[]), set_roles(&two, &own, &["admin"], &[]));
    let went: Vec<_> = [&first, &second].into_iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(went.len(), 1, "{} {}", first.body, second.body);
    let last = if first.status == 200 { &one } else { &two };
    let support = world.staff("support", &[StaffRole::Support]).await;
    let suspend = |user: &Client| format!("/console/users/{}/suspend", user.user_id);
    support.post(&suspend(last), json!({"reason": "Lost laptop"})).await.refused(409, "staff_last_admin");
    support.post(&suspend(&support), json!({"reason": "Lost laptop"})).await.refused(409, "staff_self");
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_factors_are_reset_by_two_admins() {
    let world = World::new().await;
    let (one, two) = (world.staff("one", &[StaffRole::Admin]).await, world.staff("two", &[StaffRole::Admin]).await);
    let mali = world.staff("mali", &[StaffRole::Support]).await;
    let ask = async |admin: &Client, user: &Client| {
        admin.post("/console/staff/resets", json!({"userId": user.user_id, "reason": "Lost the phone"})).await
    };
    let decide = async |admin: &Client, id: &Value, approve: bool| {
        admin.post("/console/staff/resets/decide", json!({"id": id, "approve": approve})).await
    };
    ask(&one, &mali).await.refused(409, "factor_missing");
    let (inside, _, _) = set_up(&world, &Client { console: None, ..mali.clone() }).await;
    ask(&one, &one).await.refused(409, "staff_self");
    ask(&one, &mali).await.ok();
    let id = staff(&one, &mali).await["reset"]["id"].clone();
    assert_eq!(
        (&staff(&one, &mali).await["reset"]["mine"], &staff(&two, &mali).await["reset"]["mine"]),
        (&json!(true), &json!(false))
    );
    decide(&one, &id, true).await.refused(409, "staff_self");
    inside.get("/console/search?q=lime").await.ok();
    let (first, second) = tokio::join!(decide(&two, &id, true), decide(&two, &id, false));
    assert_eq!(
        [first.status, second.status].iter().filter(|status| status.is_success()).count(),
        1,
        "{} {}",
        first.body,
        second.body
    );
    if !first.status.is_success() {
        ask(&one, &mali).await.ok();
        let id = staff(&one, &mali).await["reset"]["id"].clone();
        decide(&two, &id, true).await.ok();
    }
    inside.get("/console/search?q=lime").await.refused(403, "console_required");
    set_up(&world, &Client { console: None, ..mali }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_is_kept_whole() {
    let world = World::shop().await;
    let staff = world.operator("staff").await;
    let mali = world.user("mali").await;
    for act in ["suspend", "restore"] {
        staff.post(&format!("/console/users/{}/{act}", mali.user_id), json!({"reason": "Chargebacks"})).await.ok();
    }
    staff.post("/console/payment-channels/promptpay", json!({"open": false, "reason": {"th": "ปิด", "en": "Closed"}})).await.ok();
    // Refused acts leave nothing.
    staff.post("/console/payment-channels/none", json!({"open": true})).await.refused(404, "channel_not_found");
    assert_eq!(audit::verify(&world.app.db).await.unwrap(), 3);
    let mut conn = world.app.db.acquire().await.unwrap();
    let about = audit::about(&mut conn, "user", &mali.user_id.to_string()).await.unwrap();
    let told: Vec<_> = about.iter().map(|entry| (entry.action.as_str(), entry.actor, entry.reason.as_deref())).collect();
    let by = Some(staff.user_id);
    assert_eq!(told, [("user_suspended", by, Some("Chargebacks")), ("user_restored", by, None)]);

    let run = async |statement: &'static str| sqlx::query(statement).execute(&world.app.db).await;
    for statement in ["update kernel.audit_log set reason = 'x'", "delete from kernel.audit_log", "truncate kernel.audit_log"] {
        assert!(run(statement).await.is_err(), "{statement}");
    }
    run("alter table kernel.audit_log disable trigger append_only").await.unwrap();
    run("update kernel.audit_log set reason = 'Asked to' where id = 1").await.unwrap();
    assert_eq!(audit::verify(&world.app.db).await.unwrap_err().to_string(), "entry 1 was changed");
    run("update kernel.audit_log set hashed = replace(hashed, 'Chargebacks', 'Asked to') where id = 1").await.unwrap();
    assert_eq!(audit::verify(&world.app.db).await.unwrap_err().to_string(), "the log is broken at entry 1");
    run("delete from kernel.audit_log where id = 2").await.unwrap();
    run("update kernel.audit_log set hashed = replace(hashed, 'Asked to', 'Chargebacks'), reason = 'Chargebacks' where id = 1")
        .await
        .unwrap();
    assert_eq!(audit::verify(&world.app.db).await.unwrap_err().to_string(), "entry 2 is missing");
}
