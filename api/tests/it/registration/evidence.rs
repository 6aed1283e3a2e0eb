//! Access to the players' evidence, and its duration.

use std::time::Duration;

use serde_json::{Value, json};

use super::cup::{Cup, Setup};
use crate::profile::pictures::{png, send};
use crate::support::World;

#[tokio::test]
async fn evidence_is_for_promoter_and_co_promoters_while_it_is_needed() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { documents: vec!["id_card"], ..Setup::default() }).await;
    let team = cup.team("Lime", 2).await;
    let [captain, second] = &team.members[..] else { unreachable!() };
    let upload = async |by: &crate::support::Client, kind: &str| {
        send(by, "/user/document/upload", &[("kind", kind), ("file_name", "card-of-lime.png")], Some(&png(64, 40))).await.ok()["id"].clone()
    };
    let (own, others, other_kind) =
        (upload(captain, "id_card").await, upload(second, "id_card").await, upload(captain, "other").await);
    let save = async |documents: Value| {
        let mut form = cup.form(Some(team.id), &[captain.user_id, second.user_id], 2);
        form["documents"] = documents;
        captain.post("/tournament/save-register-tournament", form).await
    };
    // Only the user's own, of its kind, and only the requested ones.
    for (kind, id, code) in [
        ("id_card", &others, "document_not_found"),
        ("id_card", &other_kind, "document_not_found"),
        ("id_card", &json!("00000000-0000-7000-8000-000000000000"), "document_not_found"),
        ("other", &other_kind, "player_document_not_asked"),
    ] {
        let refused = save(json!([{"kind": kind, "documentId": id}])).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({"documents.0": code}));
    }
    let entry = save(json!([{"kind": "id_card", "documentId": own}])).await.ok();
    let list = format!("/tournament/get/documentlist/{}", entry["id"]);
    let view = |id: &Value| format!("/user/document/view/{}", id.as_str().unwrap());
    let co_promoter = cup.staff("co_promoter").await;
    let assistant = cup.staff("assistant").await;

    // Listed for those with access; a player sees their own.
    let listed = co_promoter.post(&list, json!({})).await.ok();
    assert_eq!(
        (&listed["players"][0]["documents"][0]["documentId"], &listed["players"][0]["documents"][0]["fileName"]),
        (&own, &json!("card-of-lime.png"))
    );
    assert_eq!(captain.post(&list, json!({})).await.ok()["players"].as_array().unwrap().len(), 1);
    assert_eq!(second.post(&list, json!({})).await.ok()["players"][0]["userId"], second.user_id);
    assistant.post(&list, json!({})).await.refused(404, "entrant_not_found");
    let entry_of =
        |client: crate::support::Client| async move { client.get(&format!("/registration/entry/{}", entry["id"])).await };
    let seen = entry_of(assistant.clone()).await.ok();
    assert_eq!(seen["players"][0]["documents"][0]["kind"], "id_card");
    assert!(!seen.to_string().contains("card-of-lime") && !seen.to_string().contains(own.as_str().unwrap()), "{seen}");

    let told = async |words: &str| {
        world
            .until(words, async || {
                let inbox = captain.post("/user-notification/get-my-inbox", json!({})).await.ok();
                inbox["items"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|message| message["message"].as_str().unwrap().contains(words))
                    .then_some(())
            })
            .await;
    };
    co_promoter.get(&view(&own)).await.ok();
    told("a co-organizer of Manao Cup").await;
    cup.promoter.get(&view(&own)).await.ok();
    told("the organizer of Manao Cup").await;
    // A document that was not handed in is its owner's alone, even if its id is known. An assistant sees none at all.
    for (who, id) in [(&cup.promoter, &others), (&cup.promoter, &other_kind), (&assistant, &own), (second, &own)] {
        who.get(&view(id)).await.refused(404, "document_not_found");
    }

    // The right ends with the role,
    cup.set(
        "delete from esports.tournament_staff where tournament_id = $1 and role = 'co_promoter' and $2::timestamptz is not null",
    )
    .await;
    co_promoter.get(&view(&own)).await.refused(404, "document_not_found");
    co_promoter.post(&list, json!({})).await.refused(404, "entrant_not_found");
    // and ninety days after the tournament, which is over on its last day at the latest.
    for (days, there) in [(109, true), (2, false)] {
        world.advance(Duration::from_secs(days * 24 * 3600)).await;
        let promoter = world.session(cup.promoter.user_id).await;
        let answer = promoter.get(&view(&own)).await;
        if there {
            answer.ok();
        } else {
            answer.refused(404, "document_not_found");
        }
    }
}

#[tokio::test]
async fn what_was_withdrawn_is_not_shown_and_numbers_never_are() {
    let world = World::new().await;
    let setup =
        Setup { contestant_type: "single", main_players: 1, max_substitutes: 0, documents: vec!["id_card"], ..Setup::default() };
    let cup = Cup::new(&world, setup).await;
    let person = cup.person("solo").await;
    let id = send(&person, "/user/document/upload", &[("kind", "id_card"), ("file_name", "card.png")], Some(&png(64, 40)))
        .await
        .ok()["id"]
        .clone();
    let mut form = cup.form(None, &[person.user_id], 1);
    form["documents"] = json!([{"kind": "id_card", "documentId": id}]);
    let entry = person.post("/tournament/save-register-tournament", form).await.ok();
    let view = format!("/user/document/view/{}", id.as_str().unwrap());
    cup.promoter.get(&view).await.ok();
    cup.remove(&person, &entry, json!({})).await.ok();
    cup.promoter.get(&view).await.refused(404, "document_not_found");

    let mine = async || person.post("/tournament/get-citizen-open", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!(mine().await["items"][0]["registered"], "unknown");
    sqlx::query("insert into people.profiles (user_id, id_card_sealed, updated_at) values ($1, '\\x00', now())")
        .bind(person.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let told = mine().await;
    assert_eq!(told["items"][0]["registered"], "yes");
    assert!(!told.to_string().contains("66"), "{told}");
    let team = cup.team("Lime", 2).await;
    let phones = format!("/tournament/get-citizen-open-phone-team/{}/{}", team.id, cup.id);
    assert_eq!(team.captain().get(&phones).await.ok()["items"].as_array().unwrap().len(), 2);
    // Not entered there: hidden from everyone else.
    for other in [&team.members[1], &cup.promoter, &person] {
        other.get(&phones).await.refused(404, "team_not_found");
    }
}
