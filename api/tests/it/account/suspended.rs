//! Suspending and restoring, by operators and by the command; and the rights of a suspended user.

use manao_people::staff::command::{self, OperatorCommand};
use serde_json::json;

use crate::account::browser::Browser;
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_person_reads_but_does_nothing() {
    let world = World::shop().await;
    let staff = world.operator("staff").await;
    let mali = world.user("mali").await;
    let path = format!("/console/users/{}/suspend", mali.user_id);
    let mut socket = world.socket(&mali).await;

    world.anon().post(&path, json!({"reason": "x"})).await.refused(401, "session_required");
    mali.post(&path, json!({"reason": "x"})).await.refused(403, "staff_required");
    for nothing in ["", "   "] {
        assert_eq!(
            staff.post(&path, json!({"reason": nothing})).await.refused(422, "fields_invalid")["fields"]["reason"],
            "field_required"
        );
    }
    staff.post(&path, json!({"reason": "x".repeat(301)})).await.refused(422, "fields_invalid");
    staff.post(&path, json!({"reason": "Sold accounts"})).await.ok();
    assert_eq!(socket.closed().await, 4403);
    staff.post(&path, json!({"reason": "again"})).await.refused(409, "user_suspended");

    // The old session still reads; so does a new one.
    let me = mali.get("/user/me").await.ok();
    // Each account has a key of its own for data in a browser, always the same.
    assert_eq!(mali.get("/user/me").await.ok()["storageKey"], me["storageKey"]);
    let other = world.user("other").await.get("/user/me").await.ok();
    assert!(me["storageKey"].as_str().unwrap().len() == 44 && other["storageKey"] != me["storageKey"]);
    assert_eq!((&me["suspended"], &me["suspendedReason"]), (&json!(true), &json!("Sold accounts")));
    let inbox = mali.post("/user-notification/get-my-inbox", json!({"page": 1, "perPage": 10})).await.ok();
    assert_eq!(inbox["items"][0]["kind"], "account_suspended");
    assert!(inbox["items"][0]["message"].as_str().unwrap().contains("Sold accounts"));
    let log = mali.post("/user-log/revision", json!({"page": 1, "perPage": 10})).await.ok();
    assert_eq!(log["items"][0]["kind"], "suspended");
    let mut request = world.direct("free-fire-68", 1, Some("884210019")).await;
    request["channel"] = json!("promptpay");
    request["expectedTotalSatang"] = json!(2_000);
    for (path, language, contact) in [("/cart/add", "en", "/en/contact"), ("/purchase/create-order?lang=th", "th", "/contact")] {
        let refused = mali.post_once(path, "a-key-of-sixteen-letters", request.clone()).await.refused(403, "account_suspended");
        assert_eq!(refused["contact"], contact, "{language}");
    }
    mali.post_once("/purchase/create-order", "while-suspended-1", request.clone()).await.refused(403, "account_suspended");

    let restore = format!("/console/users/{}/restore", mali.user_id);
    mali.post(&restore, json!({})).await.refused(403, "account_suspended");
    staff.post(&restore, json!({})).await.ok();
    staff.post(&restore, json!({})).await.refused(409, "user_not_suspended");
    let me = mali.get("/user/me").await.ok();
    assert_eq!((&me["suspended"], me.get("suspendedReason")), (&json!(false), None));
    mali.post_once("/purchase/create-order", "while-suspended-1", request).await.ok();

    for (path, code) in [("suspend", "user_not_found"), ("restore", "user_not_found")] {
        staff.post(&format!("/console/users/4711/{path}"), json!({"reason": "x"})).await.refused(404, code);
    }
    let own = format!("/console/users/{}/suspend", staff.user_id);
    staff.post(&own, json!({"reason": "x"})).await.refused(409, "staff_self");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_suspends_by_e_mail_or_number() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("arthit").await;
    let run = async |command: OperatorCommand| command::run(&world.app, command).await;
    let suspend = |identifier: &str| OperatorCommand::Suspend { identifier: identifier.into(), reason: Some("Fraud".into()) };
    let restore = |identifier: &str| OperatorCommand::Restore { identifier: identifier.into() };

    let said = run(suspend("Arthit@manao.example")).await.unwrap();
    assert_eq!(said, "arthit@manao.example is suspended.");
    assert_eq!(browser.client.get("/user/me").await.ok()["suspendedReason"], "Fraud");
    // A suspended user signs in, and reads.
    let mut again = Browser::new(&world);
    assert_eq!(again.sign_in("arthit").await["user"]["suspended"], true);
    assert!(run(suspend("arthit@manao.example")).await.is_err(), "suspended already");
    assert!(run(suspend("nobody@manao.example")).await.is_err());
    assert!(run(suspend("nonsense")).await.is_err());

    run(restore("081-234-5677")).await.unwrap();
    assert_eq!(browser.client.get("/user/me").await.ok()["suspended"], false);
    assert!(run(restore("081-234-5677")).await.is_err(), "not suspended");
    assert_eq!(
        world.count("select count(*) from people.inbox_messages where kind in ('account_suspended', 'account_restored')").await,
        2
    );
}
