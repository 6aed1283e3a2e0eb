//! Decisions of staff about a tournament's entries.

use serde_json::{Value, json};

use super::cup::{Cup, Setup};
use crate::profile::pictures::{png, send};
use crate::support::World;

#[tokio::test]
async fn each_decision_is_told_logged_and_has_its_outcome() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { join_mode: "review", capacity: 2, ..Setup::default() }).await;
    let (first_team, first) = cup.entered("First").await;
    assert_eq!((&first["status"], &first["next"]["kind"]), (&json!("register"), &json!("review")));
    assert_eq!(cup.counts().await, (0, 0));
    let (_, second) = cup.entered("Second").await;
    let (third_team, third) = cup.entered("Third").await;
    let (_, fourth) = cup.entered("Fourth").await;
    let mine = cup.promoter.post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!(mine["needsYou"]["review"], 4);

    // Two are in; the third admitted one waits. An entry of another tournament has no outcome here.
    let other = Cup::new(&world, Setup { join_mode: "review", ..Setup::default() }).await;
    let (_, foreign) = other.entered("Foreign").await;
    let ids = json!([second["id"], third["id"], foreign["id"], 4711]);
    let decided = cup.decide(&first, json!({"status": "join", "ids": ids})).await.ok();
    let outcomes: Vec<Value> = decided["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| if item["status"].is_null() { item["problem"]["code"].clone() } else { item["status"].clone() })
        .collect();
    assert_eq!(outcomes, ["join", "join", "waitlist", "entrant_not_found", "entrant_not_found"]);
    assert_eq!((cup.counts().await, other.status(&foreign).await.as_str()), ((2, 1), "register"));
    let shown = format!("/tournament/get/{}?entriesVersion={}", cup.id, decided["entriesVersion"]);
    assert_eq!(world.anon().get(&shown).await.ok()["joined"], 2);
    cup.told(first_team.captain(), "entry_admitted").await;
    let waiting = cup.told(third_team.captain(), "entry_waitlisted").await;
    assert!(waiting["message"].as_str().unwrap().contains("number 1 on the waiting list"), "{waiting}");
    let again = cup.decide(&first, json!({"status": "join"})).await.ok();
    assert_eq!(again["items"][0]["problem"]["code"], "entry_decision_invalid");
    let full = cup.decide(&third, json!({"status": "join"})).await.ok();
    assert_eq!(full["items"][0]["problem"]["code"], "entry_full");

    // A rejection needs its reason, frees a place, and only the promoter can change it.
    cup.decide(&first, json!({"status": "reject", "reason": " "})).await.refused(422, "fields_invalid");
    cup.decide(&first, json!({"status": "reject", "reason": "Not this time"})).await.ok();
    assert_eq!((cup.status(&first).await.as_str(), cup.status(&third).await.as_str()), ("reject", "join"));
    assert!(cup.told(first_team.captain(), "entry_rejected").await["message"].as_str().unwrap().contains("Not this time"));
    cup.told(third_team.captain(), "entry_admitted").await;
    cup.enter(&first_team).await.refused(409, "tournament_entry_refused");
    cup.decide(&first, json!({"status": "register"})).await.ok();
    assert_eq!((cup.status(&first).await.as_str(), cup.counts().await), ("register", (2, 0)));

    // Two review the same entry: the second learns the first one's decision.
    let decide = async |mut body: Value, version: &Value| {
        body["versions"] = json!({fourth["id"].to_string(): version});
        cup.decide(&fourth, body).await.ok()["items"][0].clone()
    };
    let invalid = decide(json!({"status": "invalid", "reason": "Blurred"}), &fourth["version"]).await;
    let late = decide(json!({"status": "reject", "reason": "Too young"}), &fourth["version"]).await;
    assert_eq!((&late["problem"]["code"], cup.status(&fourth).await.as_str()), (&json!("entry_changed"), "invalid"));
    assert_eq!(decide(json!({"status": "register"}), &invalid["version"]).await["status"], "register");

    for decision in ["withdrawn", "disqualified", "incomplete_team", "waitlist"] {
        cup.decide(&fourth, json!({"status": decision})).await.refused(422, "fields_invalid");
    }
    let kinds: Vec<String> =
        sqlx::query_scalar("select kind from esports.tournament_revisions where entrant_id = $1 order by id")
            .bind(first["id"].as_i64())
            .fetch_all(&world.app.db)
            .await
            .unwrap();
    assert_eq!(kinds, ["entry_sent", "entrant_approved", "entrant_rejected", "entrant_reopened"]);
    let steps = cup.read(first_team.captain(), &first).await["steps"].clone();
    assert_eq!((&steps[2]["status"], &steps[2]["note"]), (&json!("reject"), &json!("Not this time")));
}

#[tokio::test]
async fn incorrect_documents_are_handed_in_anew() {
    let world = World::new().await;
    let setup =
        Setup { contestant_type: "single", main_players: 1, max_substitutes: 0, documents: vec!["id_card"], ..Setup::default() };
    let cup = Cup::new(&world, setup).await;
    let person = cup.person("solo").await;
    let upload = async || {
        send(&person, "/user/document/upload", &[("kind", "id_card"), ("file_name", "card.png")], Some(&png(64, 40))).await.ok()["id"].clone()
    };
    let entry = person.post("/tournament/save-register-tournament", cup.form(None, &[person.user_id], 1)).await.ok();
    assert_eq!((&entry["status"], &entry["players"][0]["missing"][0]["kind"]), (&json!("incomplete_team"), &json!("id_card")));
    // An entrant with missing items cannot be admitted.
    let refused = cup.decide(&entry, json!({"status": "join"})).await.ok();
    assert_eq!(refused["items"][0]["problem"]["code"], "entry_decision_invalid");
    let give = async |id: &Value| {
        person
            .post(
                "/registration/give-documents",
                json!({"tournamentId": cup.id, "documents": [{"kind": "id_card", "documentId": id}]}),
            )
            .await
    };
    let first = upload().await;
    assert_eq!(give(&first).await.ok()["status"], "join");

    let pips = async || {
        cup.promoter.post("/registration/entrants", json!({"tournamentId": cup.id})).await.ok()["items"][0]["pips"].clone()
    };
    assert_eq!(pips().await, "w");
    let check = async |valid: bool, seen: Value| {
        let mut finding =
            json!({"entrantId": entry["id"], "userId": person.user_id, "kind": "id_card", "documentId": first, "valid": valid});
        finding.as_object_mut().unwrap().extend(seen.as_object().unwrap().clone());
        cup.promoter.post("/registration/check-document", finding).await
    };
    // A document other than the reviewed one.
    check(true, json!({"documentId": "00000000-0000-4000-8000-000000000000"})).await.refused(409, "entry_changed");
    let checked = check(true, json!({})).await.ok();
    assert_eq!((pips().await, &checked["version"]), (json!("v"), &cup.read(&person, &entry).await["version"]));
    // Two check at once: the second learns the first one's result.
    check(false, json!({})).await.refused(409, "entry_changed");
    check(false, json!({"checked": "valid"})).await.ok();
    assert_eq!(pips().await, "i");
    check(true, json!({"checked": "invalid"})).await.ok();
    let logged: Value = sqlx::query_scalar(
        "select before from esports.tournament_revisions where entrant_id = $1 and kind = 'document_checked' order by id desc limit 1",
    )
    .bind(entry["id"].as_i64())
    .fetch_one(&world.app.db)
    .await
    .unwrap();
    assert_eq!(logged["checked"], "invalid");
    check(true, json!({"kind": "student_card"})).await.refused(404, "entry_document_not_found");
    let notice = json!({"tournamentId": cup.id, "entrantId": entry["id"], "note": "Too dark", "missing": [{"userId": person.user_id, "kinds": ["id_card"]}]});
    let sent = cup.promoter.post("/tournament/send-missing-document-notice/0", notice).await.ok();
    assert_eq!((&sent["sent"], cup.status(&entry).await.as_str()), (&json!(1), "join"));
    assert!(cup.told(&person, "entry_documents_missing").await["message"].as_str().unwrap().contains("Too dark"));

    // An invalid document takes the place back; the same document again does not restore it, another one does.
    cup.decide(&entry, json!({"status": "invalid", "missing": [{"userId": person.user_id, "kinds": ["id_card"]}]})).await.ok();
    assert_eq!((cup.status(&entry).await.as_str(), cup.counts().await, pips().await), ("invalid", (0, 0), json!("i")));
    cup.told(&person, "entry_invalid").await;
    assert_eq!(give(&first).await.ok()["status"], "invalid");
    assert_eq!(give(&upload().await).await.ok()["status"], "register");
    cup.decide(&entry, json!({"status": "join"})).await.ok();
    assert_eq!(cup.counts().await, (1, 0));
}
