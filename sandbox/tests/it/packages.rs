use serde_json::{Value, json};

use crate::world::{World, read, until, world};

const PACKAGE: &str = "arcade-pass";

async fn call(w: &World, path: &str, body: Value) -> (u16, Value) {
    let request = w.client.post(w.url(&format!("/telecom/packages{path}"))).json(&body);
    let request = request.bearer_auth("sandbox-telecom-key").header("X-Request-Id", "req-1");
    read(request.send().await.unwrap()).await
}

async fn status(w: &World, reference: &str) -> Value {
    let request = w.client.get(w.url(&format!("/telecom/packages/activations/{reference}")));
    let request = request.bearer_auth("sandbox-telecom-key").header("X-Request-Id", "req-1");
    read(request.send().await.unwrap()).await.1
}

async fn turned(w: &World, reference: &str, wanted: &str) -> Value {
    until(&format!("{reference} is {wanted}"), async || status(w, reference).await["status"] == wanted).await;
    status(w, reference).await
}

#[tokio::test]
async fn the_end_of_a_number_decides_what_it_can_have() {
    let w = world().await;
    for (number, reason) in [
        ("0812345671", None),
        ("0812345605", Some("wrong_network")),
        ("0812345697", Some("number_suspended")),
        ("0812345696", Some("not_eligible")),
        ("0812345695", Some("already_active")),
        ("0812345694", None),
    ] {
        let (_, answer) = call(&w, "/check", json!({"msisdn": number, "package": PACKAGE})).await;
        assert_eq!((&answer["eligible"], answer["reason"].as_str()), (&json!(reason.is_none()), reason), "{number}");
        if let Some(reason) = reason {
            let (code, refused) =
                call(&w, "/activations", json!({"reference": number, "msisdn": number, "package": PACKAGE})).await;
            assert_eq!((code, refused["code"].as_str()), (409, Some(reason.to_ascii_uppercase().as_str())), "{number}");
            assert_eq!(status(&w, number).await["code"], "ACTIVATION_UNKNOWN");
        }
    }
    let (code, unknown) = call(&w, "/check", json!({"msisdn": "0812345671", "package": "nothing"})).await;
    assert_eq!((code, unknown["code"].as_str()), (404, Some("PACKAGE_UNKNOWN")));
    w.post("/phone/reply", json!({"from": "0812345671", "text": "STOP"})).await;
    let (_, blocked) = call(&w, "/check", json!({"msisdn": "0812345671", "package": PACKAGE})).await;
    assert_eq!(blocked["reason"], "number_blocked");
}

#[tokio::test]
async fn an_activation_is_one_for_its_reference_and_ends_once() {
    let w = world().await;
    let ask = json!({"reference": "MN-1-1", "msisdn": "0812345671", "package": PACKAGE});
    let (code, accepted) = call(&w, "/activations", ask.clone()).await;
    assert_eq!((code, &accepted["status"], &accepted["version"]), (202, &json!("accepted"), &json!(1)));
    assert_eq!(call(&w, "/activations", ask.clone()).await.0, 200);
    let active = turned(&w, "MN-1-1", "active").await;
    assert_eq!((&active["cancellable"], &active["nextRenewalAt"]), (&json!(true), &active["expiresAt"]));
    let again = json!({"reference": "MN-1-2", "msisdn": "0812345671", "package": PACKAGE});
    assert_eq!(call(&w, "/activations", again).await.1["code"], "ALREADY_ACTIVE");

    let (_, renewed) = w.post("/telecom/dashboard/packages/MN-1-1/renew", json!({})).await;
    assert!(renewed["expiresAt"].as_str() > active["expiresAt"].as_str() && renewed["version"] == 3, "{renewed}");
    for _ in 0..2 {
        let (code, cancelled) = call(&w, "/activations/MN-1-1/cancel", json!({})).await;
        assert_eq!((code, &cancelled["status"], &cancelled["nextRenewalAt"]), (200, &json!("cancelled"), &Value::Null));
    }
    assert_eq!(w.post("/telecom/dashboard/packages/MN-1-1/end", json!({})).await.1["status"], "ended");
    assert_eq!(call(&w, "/activations/MN-1-1/cancel", json!({})).await.1["code"], "NOT_CANCELLABLE");

    let late = json!({"reference": "MN-2-1", "msisdn": "0812345694", "package": "game-data-1d"});
    assert_eq!(call(&w, "/activations", late).await.0, 202);
    assert_eq!(turned(&w, "MN-2-1", "refused").await["reason"], "not_eligible");
}
