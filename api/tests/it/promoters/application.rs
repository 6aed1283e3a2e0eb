//! Applying: what is missing, the terms, and one application at a time.

use futures_util::future::join_all;
use serde_json::json;

use super::people::{ready, unready, version};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn who_lacks_something_is_told_what_and_where_and_cannot_apply() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let state = lime.get("/promoter/me").await.ok();
    assert_eq!((&state["status"], &state["mayApply"], &state["termsAccepted"]), (&json!("none"), &json!(false), &json!(false)));
    assert_eq!(state["timeline"], json!([]));
    let missing: Vec<(&str, &str)> = state["missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|notice| (notice["code"].as_str().unwrap(), notice["href"].as_str().unwrap_or_default()))
        .collect();
    let expected = [
        ("promoter_profile_incomplete", "/account/profile"),
        ("promoter_kyc_required", "/account/dashboard"),
        ("promoter_terms_required", "/account/promoter"),
    ];
    assert_eq!(missing, expected);
    assert_eq!(state["missingFields"].as_array().unwrap().len(), 9);
    let refused = lime.post("/tournament/register-promoter", json!({})).await.refused(409, "promoter_profile_incomplete");
    assert_eq!(refused["missingFields"], state["missingFields"]);

    // One missing item after the other; an English name is as good as a Thai one.
    let fig = unready(&world, "fig").await;
    let set = async |sql: &'static str| {
        sqlx::query(sql).bind(fig.user_id).execute(&world.app.db).await.unwrap();
    };
    set("update people.profiles set first_name_th = null, last_name_th = null, zip_code = null where user_id = $1").await;
    let state = fig.get("/promoter/me").await.ok();
    assert_eq!(state["missingFields"], json!(["firstNameTh", "lastNameTh", "zipCode"]));
    set("update people.profiles set first_name_en = 'Somchai', last_name_en = 'Jaidee', zip_code = '10110' where user_id = $1")
        .await;
    set("update people.kyc_numbers set replaced_at = now() where user_id = $1").await;
    fig.post("/tournament/register-promoter", json!({})).await.refused(409, "promoter_kyc_required");
    set("update people.kyc_numbers set replaced_at = null where user_id = $1").await;
    fig.post("/tournament/register-promoter", json!({})).await.refused(409, "promoter_terms_required");

    fig.post("/promoter/accept-terms", json!({"version": "1999-01-01"})).await.refused(409, "promoter_terms_outdated");
    let accept = async || fig.post("/promoter/accept-terms", json!({"version": version(&fig).await})).await.ok();
    let state = accept().await;
    assert_eq!((&state["mayApply"], &state["missing"], &state["termsAccepted"]), (&json!(true), &json!([]), &json!(true)));
    let kept = "select count(*) || ' ' || min(host(address)) from esports.promoter_terms_acceptances where user_id = $1 and version = $2";
    let kept = async || -> String {
        sqlx::query_scalar(kept).bind(fig.user_id).bind(version(&fig).await).fetch_one(&world.app.db).await.unwrap()
    };
    assert_eq!(kept().await, "1 127.0.0.1");
    accept().await;
    assert_eq!(kept().await, "1 127.0.0.1", "accepted once");

    let log = fig.post("/user-log/revision", json!({})).await.ok();
    assert_eq!(log["items"][0]["kind"], "promoter_terms_accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_applications_at_once_one_counts() {
    let world = World::new().await;
    let lime = ready(&world, "lime").await;
    let mut socket = world.socket(&lime).await;
    let all = join_all((0..8).map(|_| lime.post("/tournament/register-promoter", json!({})))).await;
    let (taken, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].body["data"]["status"], "submitted");
    assert!(taken[0].body["data"]["message"].as_str().is_some_and(|message| message.contains("has been sent")));
    for answer in refused {
        answer.refused(409, "promoter_application_open");
    }
    let count: i64 =
        sqlx::query_scalar("select count(*) from esports.promoter_applications").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(count, 1);
    assert_eq!(socket.event("promoter.changed").await["data"]["status"], "submitted");
    let state = lime.get("/promoter/me").await.ok();
    assert_eq!((&state["status"], &state["mayApply"]), (&json!("submitted"), &json!(false)));
    assert!(state["appliedAt"].is_string(), "{state}");
    let steps: Vec<&str> = state["timeline"].as_array().unwrap().iter().map(|step| step["kind"].as_str().unwrap()).collect();
    assert_eq!(steps, ["terms_accepted", "submitted"]);
    // An empty and an absent body are alike.
    let fig = ready(&world, "fig").await;
    let bare = fig.request(reqwest::Method::POST, "/tournament/register-promoter").send().await.unwrap();
    assert_eq!(bare.status(), 200);
}
