//! The operators' decision, the year, its end and its renewal.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use manao_esports::promoters::command::{PromotersCommand, run};
use serde_json::{Value, json};

use super::people::{approve, ready, told, waiting};
use crate::support::{Client, World};

const DAY: u64 = 86_400;

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap_or_else(|| panic!("no time: {value}")).parse().unwrap()
}

async fn apply(client: &Client) {
    client.post("/tournament/register-promoter", json!({})).await.ok();
}

/// Makes the call with which creating a tournament begins; returns whether it was allowed.
async fn may_create(client: &Client) -> bool {
    client.post("/tournament/form/create/list/user", json!({"query": "som"})).await.status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_decisions_at_once_one_counts() {
    let world = World::new().await;
    let (lime, fig) = (ready(&world, "lime").await, ready(&world, "fig").await);
    let staff = [world.operator("first").await, world.operator("second").await];
    apply(&lime).await;
    apply(&fig).await;
    let list = staff[0].get("/console/promoters").await.ok();
    assert_eq!((&list["total"], &list["items"][0]["person"]["userId"]), (&json!(2), &json!(lime.user_id)), "oldest first");
    assert_eq!(list["items"][0]["person"]["fullName"], "สมชาย ใจดี");
    let id = waiting(&staff[0], &lime).await;
    let decide = |number: usize| {
        let body = json!({"id": id, "approve": number.is_multiple_of(2), "reason": "Race"});
        let staff = &staff[number % 2];
        async move { staff.post("/console/promoters/decide", body).await }
    };
    let all = join_all((0..8).map(decide)).await;
    let (taken, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(taken.len(), 1);
    for answer in refused {
        answer.refused(409, "promoter_application_decided");
    }
    let approved = taken[0].body["status"] == "approved";
    assert_eq!(may_create(&lime).await, approved);
    assert_eq!(told(&lime).await, [if approved { "promoter_approved" } else { "promoter_rejected" }]);
    assert_eq!(lime.get("/user/me-esport").await.ok()["isPromoter"], approved);
    assert!(!may_create(&fig).await, "another's application decides nothing");
    staff[0]
        .post("/console/promoters/decide", json!({"id": 4711, "approve": true}))
        .await
        .refused(404, "promoter_application_not_found");
    let no_reason = json!({"id": waiting(&staff[0], &fig).await, "approve": false, "reason": " "});
    let refused = staff[0].post("/console/promoters/decide", no_reason).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"reason": "field_required"}));
    // Operators cannot decide about themselves.
    apply(&{
        let kiwi = ready(&world, "kiwi").await;
        let grant =
            "insert into people.staff_roles (identifier, role, granted_at) select email, 'esports', now() from people.users where id = $1";
        sqlx::query(grant).bind(kiwi.user_id).execute(&world.app.db).await.unwrap();
        kiwi
    })
    .await;
    let own = staff[0].get("/console/promoters?status=submitted&perPage=100").await.ok()["items"][1].clone();
    let kiwi = world.in_console(world.session(own["person"]["userId"].as_i64().unwrap()).await).await;
    kiwi.post("/console/promoters/decide", json!({"id": own["id"], "approve": true})).await.refused(409, "promoter_self");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_lasts_a_year_is_announced_before_its_end_and_can_be_renewed() {
    let world = World::new().await;
    let lime = ready(&world, "lime").await;
    let staff = world.operator("staff").await;
    apply(&lime).await;
    let rights = approve(&staff, &lime).await["rights"].clone();
    let (from, until) = (time(&rights["approvedAt"]), time(&rights["expiresAt"]));
    assert_eq!(until - from, TimeDelta::days(365));
    let refused = lime.post("/tournament/register-promoter", json!({})).await.refused(409, "promoter_active");
    assert!(refused["message"].as_str().unwrap().contains("30 days"), "{refused}");

    let later = async |days: u64| {
        world.advance(Duration::from_secs(days * DAY)).await;
        world.run_task("promoters.remind").await;
        world.session(lime.user_id).await
    };
    let lime = later(334).await;
    assert_eq!(told(&lime).await, ["promoter_approved"], "31 days are left");
    let lime = later(2).await;
    assert_eq!(told(&lime).await, ["promoter_expiring", "promoter_approved"]);
    world.run_task("promoters.remind").await;
    assert_eq!(told(&lime).await, ["promoter_expiring", "promoter_approved"], "once");
    assert_eq!(lime.get("/promoter/me").await.ok()["mayApply"], true);

    apply(&lime).await;
    let state = lime.get("/promoter/me").await.ok();
    assert_eq!((&state["status"], &state["renewalWaits"], &state["mayApply"]), (&json!("approved"), &json!(true), &json!(false)));
    let staff = world.fresh_session(&staff).await;
    let renewed = approve(&staff, &lime).await;
    assert_eq!((&renewed["renewal"], time(&renewed["rights"]["expiresAt"])), (&json!(true), until + TimeDelta::days(365)));
    let lime = later(28).await;
    assert!(may_create(&lime).await, "the old end has passed");
    let lime = later(370).await;
    assert!(!may_create(&lime).await);
    let state = lime.get("/promoter/me").await.ok();
    assert_eq!((&state["status"], &state["mayApply"]), (&json!("expired"), &json!(true)));
    assert_eq!(told(&lime).await.iter().filter(|kind| *kind == "promoter_expired").count(), 1);
    let steps: Vec<&str> = state["timeline"].as_array().unwrap().iter().map(|step| step["kind"].as_str().unwrap()).collect();
    assert_eq!(steps, ["terms_accepted", "submitted", "approved", "renewal_submitted", "renewed", "expires"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_is_taken_back_with_a_reason_and_can_be_given_again() {
    let world = World::new().await;
    let lime = ready(&world, "lime").await;
    let staff = world.operator("staff").await;
    let revoke =
        async |reason: &str| staff.post("/console/promoters/revoke", json!({"userId": lime.user_id, "reason": reason})).await;
    revoke("Too early").await.refused(404, "promoter_not_found");
    apply(&lime).await;
    approve(&staff, &lime).await;
    let mut socket = world.socket(&lime).await;
    revoke(" ").await.refused(422, "fields_invalid");
    let both = join_all(["One", "Two"].map(&revoke)).await;
    let (taken, refused): (Vec<_>, Vec<_>) = both.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((taken.len(), refused.len()), (1, 1));
    assert!(taken[0].body["revokedAt"].is_string());
    let mut live = socket.event("promoter.changed").await;
    if live["data"]["status"] == "approved" {
        // The event was still in transit when the socket opened.
        live = socket.event("promoter.changed").await;
    }
    assert_eq!(live["data"]["status"], "revoked");
    assert!(!may_create(&lime).await);
    assert_eq!(lime.get("/user/me-esport").await.ok()["isPromoter"], false);
    let state = lime.get("/promoter/me").await.ok();
    assert_eq!(state["status"], "revoked");
    assert!(["One", "Two"].contains(&state["reason"].as_str().unwrap()), "{state}");
    assert_eq!(told(&lime).await, ["promoter_revoked", "promoter_approved"]);

    // At the command line.
    apply(&lime).await;
    let shown = run(&world.app, PromotersCommand::List { all: false }).await.unwrap();
    let (heads, listed) = shown.split_once('\n').unwrap();
    assert!(heads.starts_with("application\t"), "{shown}");
    let id: i64 = listed.split('\t').next().unwrap().parse().unwrap();
    assert!(listed.contains("สมชาย ใจดี") && listed.lines().count() == 1, "{shown}");
    let reject = async || run(&world.app, PromotersCommand::Reject { application: id, reason: "Not yet".to_owned() }).await;
    assert_eq!(reject().await.unwrap(), format!("Application {id} is rejected."));
    assert!(reject().await.unwrap_err().to_string().contains("already been decided"));
    let state = lime.get("/promoter/me").await.ok();
    assert_eq!((&state["status"], &state["reason"], &state["mayApply"]), (&json!("rejected"), &json!("Not yet"), &json!(true)));
    apply(&lime).await;
    let id = waiting(&staff, &lime).await;
    run(&world.app, PromotersCommand::Approve { application: id }).await.unwrap();
    assert!(may_create(&lime).await);
    run(&world.app, PromotersCommand::Revoke { user: lime.user_id, reason: "Gone".to_owned() }).await.unwrap();
    assert!(!may_create(&lime).await);
    let all = run(&world.app, PromotersCommand::List { all: true }).await.unwrap();
    assert_eq!(all.lines().count(), 1 + 3, "{all}");
}
