//! An e-mail address: verified by a code, changed by a code, and the delivery of the mail.

use std::time::Duration;

use serde_json::{Value, json};

use crate::mobile::phone::wrong;
use crate::support::{Answer, Client, World};

async fn ask(client: &Client, address: &str) -> Answer {
    client.post("/account/verify-email", json!({"email": address})).await
}

async fn answer(client: &Client, sent: &Value, code: &str) -> Answer {
    client.post("/account/confirm-email", json!({"reference": sent["reference"], "code": code})).await
}

/// Returns the newest code sent to an address.
async fn code(world: &World, address: &str) -> String {
    let mail = world.until("the code", || async { world.mailed(address).await.first().cloned() }).await;
    mail["code"].as_str().expect("a code in the mail").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_counts_when_its_code_has_come_back() {
    let world = World::new().await;
    let (nok, ton) = (world.unverified("nok").await, world.user("ton").await);
    assert_eq!(nok.get("/user/me").await.ok()["verified"], false);
    for nonsense in ["", "nok", "nok@", "nok@example.com\r\nBcc: ton@example.com", &format!("{}@example.com", "n".repeat(65))] {
        let refused = ask(&nok, nonsense).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["email"], "email_invalid", "{nonsense:?}");
    }
    let sent = ask(&nok, " Nok@Example.com ").await.ok();
    let right = code(&world, "nok@example.com").await;
    let mail = &world.mailed("nok@example.com").await[0];
    assert_eq!(mail["subject"], format!("{right} is your code to verify this e-mail address with Manao"));
    assert!(
        mail["text"].as_str().unwrap().contains(sent["refCode"].as_str().unwrap()) && mail["unsubscribe"].is_null(),
        "{mail}"
    );
    ask(&nok, "nok@example.com").await.refused(429, "otp_too_soon");
    // Valid for its owner only, and not as a code for a number.
    answer(&ton, &sent, &right).await.refused(410, "otp_expired");
    let as_number = json!({"reference": sent["reference"], "code": right});
    nok.post("/account/confirm-mobile-number", as_number).await.refused(410, "otp_expired");
    answer(&nok, &sent, &wrong(&right)).await.refused(422, "otp_wrong");
    let me = answer(&nok, &sent, &right).await.ok();
    assert_eq!((&me["verified"], &me["email"]), (&json!(true), &json!("Nok@example.com")));
    assert_eq!(me["userType"], "email_password", "who has verified an e-mail here may have a password here");
    answer(&nok, &sent, &right).await.refused(410, "otp_expired");
    ask(&nok, "NOK@example.com").await.refused(409, "email_verified");

    // Another address: the old one is notified, and valid until then.
    let sent = ask(&nok, "nok@shop.example").await.ok();
    assert_eq!(nok.get("/user/me").await.ok()["email"], "Nok@example.com");
    let me = answer(&nok, &sent, &code(&world, "nok@shop.example").await).await.ok();
    assert_eq!(me["email"], "nok@shop.example");
    world.mails(&nok).await;
    let told = &world.mailed("nok@example.com").await[0];
    assert!(told["text"].as_str().unwrap().contains("n•••@shop.example"), "{told}");

    // Another user's address: only the holder of its code learns that, and nobody before.
    let theirs = world.address(&ton).await;
    let sent = ask(&nok, &theirs).await.ok();
    answer(&nok, &sent, &code(&world, &theirs).await).await.refused(409, "email_taken");
    assert_eq!(nok.get("/user/me").await.ok()["email"], "nok@shop.example");

    let kept: String =
        sqlx::query_scalar("select string_agg(mails::text, ' ') from people.mails").fetch_one(&world.app.db).await.unwrap();
    assert!(
        !kept.contains(&right) && !kept.contains("refCode") && !kept.contains("subject"),
        "what was sent is forgotten: {kept}"
    );
    world.advance(Duration::from_secs(31 * 86_400)).await;
    world.run_task("mail.purge").await;
    world.run_task("otp.purge").await;
    assert_eq!(world.count("select (select count(*) from people.mails) + (select count(*) from people.otps)").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_is_tried_again_and_not_for_ever() {
    let world = World::new().await;
    let nok = world.unverified("nok").await;
    let waits = |tries: i64| {
        let world = &world;
        async move {
            let waiting = "select count(*) from people.mails where ended_at is null and taken_until is null and tries = $1";
            let count: i64 = sqlx::query_scalar(waiting).bind(tries).fetch_one(&world.app.db).await.unwrap();
            (count == 1).then_some(())
        }
    };
    // Temporarily refused: the same mail is sent once, later.
    world.fault(json!({"kind": "mail_down", "times": 2})).await;
    let sent = ask(&nok, "nok@example.com").await.ok();
    for tries in 1..=2 {
        world.until("it waits", || waits(tries)).await;
        world.advance(Duration::from_secs(20)).await;
    }
    let right = code(&world, "nok@example.com").await;
    assert_eq!(world.mails(&nok).await, [("verification_code".to_owned(), "sent".to_owned())]);
    assert_eq!(world.mailed("nok@example.com").await.len(), 1);
    answer(&nok, &sent, &right).await.ok();

    // Permanently refused: it ends, and does not count against the address.
    world.fault(json!({"kind": "mail_refuse", "times": 1})).await;
    ask(&nok, "nobody@example.com").await.ok();
    assert_eq!(world.mails(&nok).await.last().unwrap().1, "refused");
    ask(&nok, "nobody@example.com").await.ok();
    code(&world, "nobody@example.com").await;

    // Away for longer than the code is valid: no expired code is sent.
    world.mails(&nok).await;
    world.fault(json!({"kind": "mail_down"})).await;
    ask(&nok, "late@example.com").await.ok();
    world.until("it waits", || waits(1)).await;
    world.advance(Duration::from_secs(301)).await;
    assert_eq!(world.mails(&nok).await.last().unwrap().1, "given_up");
    assert!(world.mailed("late@example.com").await.is_empty());
}
