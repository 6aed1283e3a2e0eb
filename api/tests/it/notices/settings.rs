//! Notification choices, and the browsers that are accepted.

use serde_json::{Value, json};

use super::stage::{Device, choose};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn how_somebody_is_told_is_theirs_to_choose_within_bounds() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let first = mali.get("/notification/settings").await.ok();
    assert_eq!((&first["push"], &first["mail"], &first["quietFrom"]), (&json!(true), &json!("off"), &Value::Null));
    assert_eq!(first["publicKey"].as_str().unwrap().len(), 87);
    let email = first["email"].as_str().unwrap();
    assert!(email.starts_with("ma•••@") && !email.contains("mali"), "{email}");

    let chosen = choose(&mali, json!({"push": false, "mail": "instead", "quietFrom": 1320, "quietTo": 420})).await;
    assert_eq!((&chosen["push"], &chosen["mail"]), (&json!(false), &json!("instead")));
    assert_eq!((&chosen["quietFrom"], &chosen["quietTo"]), (&json!(1320), &json!(420)));
    assert_eq!(mali.get("/notification/settings").await.ok(), chosen);

    for (wrong, field, code) in [
        (json!({"quietFrom": 1440, "quietTo": 0}), "quietFrom", "field_invalid"),
        (json!({"quietFrom": 0, "quietTo": -1}), "quietTo", "field_invalid"),
        (json!({"quietFrom": 5}), "quietFrom", "field_invalid"),
        (json!({"quietFrom": 5, "quietTo": 5}), "quietTo", "quiet_hours_empty"),
    ] {
        let mut choice = json!({"push": true, "mail": "off"});
        choice.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let refused = mali.post("/notification/settings", choice).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"][field], code, "{refused:#}");
    }
    assert_eq!(mali.get("/notification/settings").await.ok(), chosen, "what is refused changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_browsers_of_known_push_services_are_taken_and_ten_of_one_person() {
    let world = World::new().await;
    let (mali, ploy) = (world.user("mali").await, world.user("ploy").await);
    let device = Device::new(&world).await;
    for endpoint in [
        "https://example.com/push/1",
        "http://169.254.169.254/latest",
        "ftp://x",
        &format!("{}/opn/charges", world.sandbox.base_url),
    ] {
        let mut foreign = device.browser.clone();
        foreign["endpoint"] = json!(endpoint);
        let refused = mali.post("/notification/push", foreign).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["endpoint"], "push_endpoint_invalid", "{endpoint}");
    }
    for keys in [
        json!({"p256dh": "x", "auth": "x"}),
        json!({"p256dh": device.browser["keys"]["auth"], "auth": device.browser["keys"]["auth"]}),
    ] {
        let mut wrong = device.browser.clone();
        wrong["keys"] = keys;
        let refused = mali.post("/notification/push", wrong).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["keys"], "field_invalid");
    }

    let mut newest = Value::Null;
    for _ in 0..12 {
        newest = mali.post("/notification/push", Device::new(&world).await.browser).await.ok();
    }
    assert_eq!(newest["subscriptions"].as_array().unwrap().len(), 10, "the oldest gave way");

    // A browser that is not at hand is removed by its place in the list.
    let all = newest["subscriptions"].as_array().unwrap();
    assert!(all.iter().all(|browser| browser["current"] == true), "all of one session");
    let last = json!({"id": all[9]["id"]});
    ploy.post("/notification/push/forget", last.clone()).await.ok();
    assert_eq!(mali.get("/notification/settings").await.ok()["subscriptions"], newest["subscriptions"]);
    mali.post("/notification/push/forget", last).await.ok();
    assert_eq!(mali.get("/notification/settings").await.ok()["subscriptions"].as_array().unwrap().len(), 9);
    mali.post("/notification/push", Device::new(&world).await.browser).await.ok();

    // The browser belongs to the last user who signed in; its address alone opens nothing.
    mali.post("/notification/push", device.browser.clone()).await.ok();
    let mut stolen = device.browser.clone();
    stolen["keys"] = Device::new(&world).await.browser["keys"].clone();
    ploy.post("/notification/push", stolen).await.refused(422, "fields_invalid");
    let hers = ploy.post("/notification/push", device.browser.clone()).await.ok();
    assert_eq!(hers["subscriptions"].as_array().unwrap().len(), 1);
    assert_eq!(mali.get("/notification/settings").await.ok()["subscriptions"].as_array().unwrap().len(), 9);

    // However its address is written, it is one browser.
    let mut shouted = device.browser.clone();
    shouted["endpoint"] = json!(device.browser["endpoint"].as_str().unwrap().replacen("http:", "HTTP:", 1));
    assert_eq!(ploy.post("/notification/push", shouted).await.ok()["subscriptions"].as_array().unwrap().len(), 1);

    // Nobody can remove another user's browser.
    let endpoint = json!({"endpoint": device.browser["endpoint"]});
    mali.post("/notification/push/forget", endpoint.clone()).await.ok();
    assert_eq!(ploy.get("/notification/settings").await.ok()["subscriptions"].as_array().unwrap().len(), 1);
    ploy.post("/notification/push/forget", endpoint).await.ok();
    assert_eq!(ploy.get("/notification/settings").await.ok()["subscriptions"], json!([]));
}
