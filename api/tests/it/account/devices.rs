//! The devices of a user, and signing out elsewhere or everywhere.

use serde_json::{Value, json};

use crate::account::browser::Browser;
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_person_sees_their_devices_and_signs_one_out() {
    let world = World::new().await;
    let (mut phone, mut desk) = (Browser::new(&world), Browser::new(&world));
    phone.sign_in("somchai").await;
    desk.sign_in("somchai").await;
    let mut other = Browser::new(&world);
    other.sign_in("john").await;

    let list = async |browser: &Browser| -> Vec<Value> {
        browser.client.get("/account/sessions").await.ok()["items"].as_array().unwrap().clone()
    };
    let seen = list(&desk).await;
    assert_eq!(seen.len(), 2, "one's own only");
    let (current, elsewhere): (Vec<&Value>, Vec<&Value>) = seen.iter().partition(|session| session["current"] == true);
    assert_eq!((current.len(), elsewhere.len()), (1, 1));
    assert_eq!(current[0]["address"], "127.0.0.1");
    let last = desk.client.get("/account/sessions?page=2&perPage=1").await.ok();
    assert_eq!((&last["page"], &last["perPage"], &last["total"]), (&json!(2), &json!(1), &json!(2)));
    assert_eq!(last["items"], json!([seen[1]]));
    let end = json!({"id": elsewhere[0]["id"]});

    other.client.post("/account/sessions/end", end.clone()).await.refused(404, "session_not_found");
    phone.client.get("/user/me").await.ok();
    let mut socket = world.socket(&phone.client).await;
    desk.client.post("/account/sessions/end", end.clone()).await.ok();
    assert_eq!(socket.closed().await, 4401);
    phone.client.get("/user/me").await.refused(401, "session_revoked");
    phone.post("/oauth/refresh-token", json!({})).await.refused(401, "session_revoked");
    assert_eq!(list(&desk).await.len(), 1);
    desk.client.post("/account/sessions/end", end).await.refused(404, "session_not_found");
    desk.client.post("/account/sessions/end", json!({"id": "x"})).await.refused(404, "session_not_found");
    assert_eq!(world.count("select count(*) from people.user_log where kind = 'session_ended'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_everywhere_ends_every_session_of_the_person() {
    let world = World::new().await;
    let mut devices = Vec::new();
    for _ in 0..3 {
        let mut browser = Browser::new(&world);
        browser.sign_in("somchai").await;
        devices.push(browser);
    }
    let mut other = Browser::new(&world);
    other.sign_in("john").await;

    // Without `everywhere` only this device is signed out.
    devices[0].post("/oauth/logout", json!({})).await.ok();
    devices[1].client.get("/user/me").await.ok();
    let mut socket = world.socket(&devices[1].client).await;
    devices[2].post("/oauth/logout", json!({"everywhere": true})).await.ok();
    assert!(!devices[2].cookies.contains_key("manao_refresh"));
    assert_eq!(socket.closed().await, 4401);
    for device in &mut devices[1..] {
        device.client.get("/user/me").await.refused(401, "session_revoked");
    }
    devices[1].post("/oauth/refresh-token", json!({})).await.refused(401, "session_revoked");
    other.client.get("/user/me").await.ok();
    assert_eq!(world.count("select count(*) from people.user_log where kind = 'signed_out_everywhere'").await, 1);
    // A visitor ends no session, and learns nothing.
    world.anon().post("/oauth/logout", json!({"everywhere": true})).await.ok();
    other.client.get("/user/me").await.ok();
    // A client without a valid access token uses its refresh token.
    let mut phone = Browser::new(&world);
    phone.sign_in("somchai").await;
    let mut desk = Browser::new(&world);
    desk.sign_in("somchai").await;
    let token = phone.cookies["manao_refresh"].clone();
    world.anon().post("/oauth/logout", json!({"everywhere": true, "refresh_token": token})).await.ok();
    desk.client.get("/user/me").await.refused(401, "session_revoked");
}
