//! A team's life: created, found, joined, changed, left and disbanded; with its notices.

use std::time::Duration;

use serde_json::{Value, json};

use super::stage::{count, detail, ids, inbox, join, team, team_of};
use crate::profile::pictures::{png, send};
use crate::support::{Client, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_team_is_made_shown_changed_and_disbanded() {
    let world = World::new().await;
    let (mali, chai, somsri) = (world.user("mali").await, world.user("chai").await, world.user("somsri").await);
    let logo = send(&mali, "/utils/upload/team/", &[("file_name", "logo.png")], Some(&png(40, 40))).await.ok()["data"].clone();
    let body = json!({"name": " Lime  Squad ", "shortName": "LIME", "logo": logo, "website": "HTTPS://Lime.example/a", "invite": [chai.user_id, 4_711]});
    let made = mali.post("/tournament/create-team", body.clone()).await.ok();
    let id = made["id"].as_i64().unwrap();
    assert_eq!((&made["name"], &made["website"], &made["logo"]), (&json!("Lime Squad"), &json!("https://lime.example/a"), &logo));
    assert_eq!((&made["me"]["role"], &made["memberCount"], &made["version"]), (&json!("captain"), &json!(1), &json!(1)));
    assert_eq!(made["live"]["topic"], format!("team:{id}"));
    assert_eq!(inbox(&chai).await, ["team_invited"]);
    mali.post("/tournament/create-team", json!({"name": "Another", "shortName": "AN"})).await.refused(409, "team_already_joined");

    // Others see public fields only.
    let visitor = world.anon();
    let seen = visitor.get(&format!("/tournament/get/teamdetail/{id}")).await.ok();
    assert!(seen.get("me").is_none() && seen.get("live").is_none());
    let member = seen["members"][0].as_object().unwrap();
    assert!(member.keys().all(|key| ["userId", "displayName", "picture", "captain", "acting", "suspended", "joinedAt"].contains(&key.as_str())), "{member:?}");
    for (query, found) in [
        ("lime", 1),
        ("LIM", 1),
        ("me sq", 1),
        ("%", 0),
        ("other", 0),
        ("", 1),
        ("Líme", 1),
        ("Ｌｉｍｅ-Squad", 1),
        ("limesq", 1),
    ] {
        let list = visitor.post("/tournament/search-team", json!({"query": query})).await.ok();
        assert_eq!(list["total"], found, "{query}");
    }
    visitor.get("/tournament/get/teamdetail/4711").await.refused(404, "team_not_found");

    let change = |version: i64, name: &str| json!({"name": name, "shortName": "LS", "version": version});
    let path = format!("/tournament/update-team/{id}");
    let changed = mali.post(&path, change(1, "Lime Kings")).await.ok();
    assert_eq!((&changed["name"], changed.get("logo"), &changed["version"]), (&json!("Lime Kings"), None, &json!(2)));
    mali.post(&path, change(1, "Lime Queens")).await.refused(409, "team_changed");
    let released = "select count(*) from people.files where released_at is not null and user_id = $1";
    assert_eq!(count(&world, released, mali.user_id).await, 1, "a picture that nobody shows is not kept");
    // Another user's picture is not accepted.
    let taken = somsri
        .post("/tournament/create-team", json!({"name": "Fig", "shortName": "FI", "logo": logo}))
        .await
        .refused(422, "fields_invalid");
    assert_eq!(taken["fields"]["logo"], "team_picture_unknown");

    mali.post("/tournament/disband-team", json!({"teamId": id})).await.ok();
    let after = visitor.get(&format!("/tournament/get/teamdetail/{id}")).await.ok();
    assert_eq!((&after["disbanded"], &after["members"]), (&json!(true), &json!([])));
    assert_eq!(inbox(&chai).await, ["team_disbanded", "team_invited"]);
    assert_eq!(chai.get("/tournament/get-join-team-request-id").await.ok()["invitations"], json!([]));
    // The name is free again.
    team(&somsri, "LIME KINGS").await;

    // A name refused as taken is found, however it is typed; a name is stored in one spelling.
    let thai = team(&mali, "นํ้าผึ้ง เเมว").await;
    for typed in ["น้ำผึ้ง แมว", "น\u{E49}\u{E4D}าผึ้งเเมว", "นํ้า", "เเมว", "แม\u{200B}ว"]
    {
        let list = visitor.post("/tournament/search-team", json!({"query": typed})).await.ok();
        assert_eq!((&list["items"][0]["id"], &list["items"][0]["name"]), (&json!(thai), &json!("น้ำผึ้ง แมว")), "{typed}");
    }
    for name in ["น้ำผึ้ง แมว", "น้ำผึ้งเเมว", "Límé Kings", "LIME-KINGS"] {
        let refused = chai.post("/tournament/create-team", json!({"name": name, "shortName": "XX"})).await;
        assert_eq!(refused.refused(422, "fields_invalid")["fields"]["name"], "team_name_taken", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_looks_like_another_is_taken() {
    let world = World::new().await;
    let (mali, chai) = (world.user("mali").await, world.user("chai").await);
    team(&mali, "Lime Squad").await;
    for name in ["LIME SQUAD", "ＬｉｍｅＳｑｕａｄ", "Lі\u{200B}me Squad", "1ime-squad", "Lirne Squаd"] {
        let refused =
            chai.post("/tournament/create-team", json!({"name": name, "shortName": "LS"})).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({"name": "team_name_taken"}), "{name}");
    }
    let own = team(&chai, "Lemon").await;
    let body = json!({"name": "lime squad", "shortName": "LS", "version": 1});
    let refused = chai.post(&format!("/tournament/update-team/{own}"), body).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"name": "team_name_taken"}));
    let wrong = json!({"name": "<b>", "shortName": "a b", "website": "javascript:alert(1)", "version": 1});
    let refused = chai.post(&format!("/tournament/update-team/{own}"), wrong).await.refused(422, "fields_invalid");
    let fields = json!({"name": "team_name_invalid", "shortName": "team_short_name_invalid", "website": "link_invalid"});
    assert_eq!(refused["fields"], fields);
    // It may change the spelling of its own name.
    let body = json!({"name": "LEMON", "shortName": "LM", "version": 1});
    assert_eq!(chai.post(&format!("/tournament/update-team/{own}"), body).await.ok()["name"], "LEMON");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_found_by_their_public_name_and_nothing_else() {
    let world = World::new().await;
    let (mali, chai) = (world.user("mali").await, world.user("Chaiyaphum").await);
    let (hidden, taken) = (world.suspended("Chaiya suspended").await, world.user("Chaiya taken").await);
    let id = team(&mali, "Limes").await;
    team(&taken, "Others").await;
    let search = async |query: &str, team: Option<i64>| {
        mali.post("/tournament/user-search", json!({"query": query, "teamId": team})).await
    };
    for short in ["", "ch", "  c ", "\u{200B}\u{200B}ab"] {
        assert_eq!(search(short, None).await.refused(422, "fields_invalid")["fields"]["query"], "query_too_short");
    }
    let found = search("CHAIYA", Some(id)).await.ok();
    let names: Vec<&str> = found["items"].as_array().unwrap().iter().map(|item| item["displayName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Chaiyaphum", "Chaiya taken"], "the suspended {} is not there", hidden.user_id);
    let first =
        json!({"userId": chai.user_id, "displayName": "Chaiyaphum", "inTeam": false, "invited": false, "requested": false});
    assert_eq!((&found["items"][0], &found["items"][1]["inTeam"]), (&first, &json!(true)));
    let email: String = sqlx::query_scalar("select email::text from people.users where id = $1")
        .bind(chai.user_id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(search(&email, None).await.ok()["items"], json!([]));
    assert_eq!(search("___", None).await.ok()["items"], json!([]));

    chai.post(&format!("/tournament/join-team/{id}"), json!({})).await.ok();
    assert_eq!(search("Chaiyaphum", Some(id)).await.ok()["items"][0]["requested"], true);
    // An outsider does not learn of a team's requests.
    let asked = taken.post("/tournament/user-search", json!({"query": "Chaiyaphum", "teamId": id})).await.ok();
    assert_eq!(asked["items"][0]["requested"], false);

    let player = world.anon().get(&format!("/profile/get-profile-by-id/{}", mali.user_id)).await.ok();
    let shown = json!({"userId": mali.user_id, "displayName": "mali", "team": {"id": id, "name": "Limes", "shortName": "T1", "members": 1},
                       "tournaments": [], "record": {"wins": 0, "losses": 0}});
    assert_eq!(player, shown);
    world.anon().get("/profile/get-profile-by-id/4711").await.refused(404, "user_not_found");
}

/// Returns the offer of the newest message.
async fn asked_in_inbox(reader: &Client) -> Value {
    reader.get("/notification/get?page=1&perPage=1").await.ok()["items"][0]["offer"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_made_answered_taken_back_and_lapse() {
    let world = World::new().await;
    let (mali, chai, somsri) = (world.user("mali").await, world.user("chai").await, world.user("somsri").await);
    let id = team(&mali, "Limes").await;
    let ask = format!("/tournament/join-team/{id}");
    let offer = chai.post(&ask, json!({})).await.ok()["offer"]["id"].clone();
    assert_eq!(chai.post(&ask, json!({})).await.ok()["offer"]["id"], offer, "asking twice is asking once");
    assert_eq!(inbox(&mali).await, ["team_requested"]);
    let asked = json!({"id": offer, "kind": "request", "status": "pending", "mayAnswer": true});
    assert_eq!(asked_in_inbox(&mali).await, asked);
    let waiting = mali.get(&format!("/tournament/get/join-request/{id}")).await.ok();
    assert_eq!((&waiting["items"][0]["id"], &waiting["items"][0]["user"]["displayName"]), (&offer, &json!("chai")));
    // Nobody can answer their own offer.
    chai.post(&format!("/tournament/accept-request/{offer}"), json!({})).await.refused(404, "offer_not_found");
    mali.post(&format!("/tournament/decline-request/{offer}"), json!({})).await.ok();
    mali.post(&format!("/tournament/decline-request/{offer}"), json!({})).await.ok();
    mali.post(&format!("/tournament/accept-request/{offer}"), json!({})).await.refused(409, "offer_over");
    assert_eq!(inbox(&chai).await, ["team_request_declined"], "once, however often it is declined");
    let answered = json!({"id": offer, "kind": "request", "status": "declined", "mayAnswer": false});
    assert_eq!(asked_in_inbox(&mali).await, answered, "the message says how the offer stands now");
    chai.post(&ask, json!({})).await.refused(409, "offer_too_soon");

    // The team invites instead, and withdraws it.
    let invited = super::invite(&world, &mali, id, &[chai.user_id, somsri.user_id, mali.user_id]).await;
    assert_eq!(invited, ["Invited", "Invited", "team_self"]);
    let mine = chai.get("/tournament/get-join-team-request-id").await.ok();
    let invitation = mine["invitations"][0]["id"].clone();
    let asked = json!({"id": invitation, "kind": "invitation", "status": "pending", "mayAnswer": true});
    assert_eq!(asked_in_inbox(&chai).await, asked);
    mali.post(&format!("/tournament/accept-request/{invitation}"), json!({})).await.refused(409, "offer_not_yours");
    mali.post(&format!("/tournament/cancel-team/{invitation}"), json!({})).await.ok();
    assert_eq!(inbox(&chai).await[0], "team_invitation_cancelled");
    assert_eq!(asked_in_inbox(&chai).await, Value::Null, "news ask nothing");
    chai.post(&format!("/tournament/accept-invite-user/{invitation}"), json!({})).await.refused(409, "offer_over");

    // An unanswered offer expires after a week, and both sides learn of it.
    world.advance(Duration::from_secs(7 * 86_400 + 60)).await;
    let (mali, somsri) = (world.session(mali.user_id).await, world.session(somsri.user_id).await);
    let lapsed: i64 = sqlx::query_scalar("select max(id) from esports.membership_offers").fetch_one(&world.app.db).await.unwrap();
    somsri.post(&format!("/tournament/accept-invite-user/{lapsed}"), json!({})).await.refused(409, "offer_over");
    let over = json!({"id": lapsed, "kind": "invitation", "status": "expired", "mayAnswer": false});
    assert_eq!(asked_in_inbox(&somsri).await, over);
    world.run_task("teams.offers").await;
    // The scheduler may be running at this moment.
    world.until("the captain is told", async || (inbox(&mali).await[0] == "team_invitation_expired").then_some(())).await;
    assert_eq!(
        count(&world, "select count(*) from esports.membership_offers where status = 'expired' and user_id = $1", somsri.user_id)
            .await,
        1
    );
    assert_eq!(super::invite(&world, &mali, id, &[somsri.user_id]).await, ["Invited"], "and may be asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_writes_to_strangers_without_end() {
    let world = World::with(|settings| settings.membership_offers_per_minute = 1_000).await;
    let mali = world.user("mali").await;
    let id = team(&mali, "Limes").await;
    let chai = world.user("chai").await;
    for _ in 0..3 {
        assert_eq!(super::invite(&world, &mali, id, &[chai.user_id]).await, ["Invited"]);
        let mine = chai.get("/tournament/get-join-team-request-id").await.ok();
        mali.post(&format!("/tournament/cancel-team/{}", mine["invitations"][0]["id"]), json!({})).await.ok();
    }
    assert_eq!(super::invite(&world, &mali, id, &[chai.user_id]).await, ["offer_too_soon"]);
    // A user may ask only so many teams.
    for number in 0..6 {
        let captain = world.user(&format!("captain{number}")).await;
        let other = team(&captain, &format!("Team {number}")).await;
        let asked = chai.post(&format!("/tournament/join-team/{other}"), json!({})).await;
        if number < 5 {
            asked.ok()
        } else {
            asked.refused(409, "offers_limit")
        };
    }
    let limited = World::with(|settings| settings.membership_offers_per_minute = 2).await;
    let (one, two) = (limited.user("one").await, limited.user("two").await);
    let other = team(&one, "Limes").await;
    for _ in 0..2 {
        two.post(&format!("/tournament/join-team/{other}"), json!({})).await.ok();
    }
    two.post(&format!("/tournament/join-team/{other}"), json!({})).await.refused(429, "too_many_requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_concerned_hears_of_it_live() {
    let world = World::new().await;
    let (mali, chai, somsri) = (world.user("mali").await, world.user("chai").await, world.user("somsri").await);
    let id = team(&mali, "Limes").await;
    join(&mali, id, &[&somsri]).await;
    let mut room = world.socket(&somsri).await;
    room.subscribe(&detail(&somsri, id).await["live"]).await;
    let mut own = world.socket(&chai).await;
    let change = |frame: &Value| (frame["data"]["teamId"].clone(), frame["data"]["change"].clone());

    let asked = chai.post(&format!("/tournament/join-team/{id}"), json!({})).await.ok();
    while change(&room.event("team.changed").await) != (json!(id), json!("offers")) {}
    while change(&own.event("membership.changed").await) != (json!(id), json!("offers")) {}
    mali.post(&format!("/tournament/accept-request/{}", asked["offer"]["id"]), json!({})).await.ok();
    while change(&room.event("team.changed").await).1 != "joined" {}
    while change(&own.event("membership.changed").await).1 != "joined" {}
    assert_eq!(inbox(&chai).await, ["team_request_accepted"]);
    assert_eq!(inbox(&somsri).await[0], "team_joined");

    // A stranger cannot listen, and a member who leaves hears no more.
    let stranger = world.user("stranger").await;
    let mut outside = world.socket(&stranger).await;
    outside.send(json!({"type": "subscribe", "topic": format!("team:{id}")})).await;
    assert_eq!(outside.expect("error").await["topic"], format!("team:{id}"));
    mali.post(&format!("/tournament/kick-out/{id}/{}", somsri.user_id), json!({})).await.ok();
    // All their grants end; they request again what they may still hear.
    let ended = room.expect("unsubscribed").await;
    assert_eq!((&ended["topic"], &ended["code"]), (&json!(format!("team:{id}")), &json!("grant_expired")));
    assert_eq!((inbox(&somsri).await[0].as_str(), inbox(&chai).await[0].as_str()), ("team_kicked_out", "team_person_kicked_out"));
    mali.post(&format!("/tournament/kick-out/{id}/{}", somsri.user_id), json!({})).await.ok();
    assert_eq!(inbox(&somsri).await.iter().filter(|kind| *kind == "team_kicked_out").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_captain_hands_over_before_leaving_and_the_last_one_disbands() {
    let world = World::new().await;
    let (id, people) = team_of(&world, "Limes", 3).await;
    let leave = format!("/tournament/leave-team/{id}");
    people[0].post(&leave, json!({})).await.refused(409, "team_captain_leaving");
    people[0]
        .post("/tournament/promote-member-to-captain", json!({"teamId": id, "userId": 4_711}))
        .await
        .refused(404, "team_member_not_found");
    let body = json!({"teamId": id, "userId": people[1].user_id});
    let promoted = people[0].post("/tournament/promote-member-to-captain", body).await.ok();
    assert_eq!((ids(&promoted)[0], &promoted["me"]["role"]), (people[1].user_id, &json!("member")));
    assert_eq!(
        (inbox(&people[1]).await[0].as_str(), inbox(&people[2]).await[0].as_str()),
        ("team_captain", "team_other_captain")
    );
    // Outside of tournaments members leave at once.
    assert_eq!(people[0].post(&leave, json!({})).await.ok(), json!({"left": true}));
    assert_eq!(people[0].post(&leave, json!({})).await.ok(), json!({"left": true}), "a repeat is harmless");
    assert_eq!(inbox(&people[1]).await[0], "team_left");
    people[2].post(&leave, json!({})).await.ok();
    assert_eq!(people[1].post(&leave, json!({})).await.ok(), json!({"left": true}));
    assert_eq!(detail(&people[1], id).await["disbanded"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_has_no_more_members_than_it_may() {
    let world = World::with(|settings| settings.team_members_most = 2).await;
    let (id, people) = team_of(&world, "Limes", 2).await;
    let late = world.user("late").await;
    late.post(&format!("/tournament/join-team/{id}"), json!({})).await.refused(409, "team_full");
    assert_eq!(super::invite(&world, &people[0], id, &[late.user_id]).await, ["team_full"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_captain_is_suspended_the_oldest_member_acts() {
    let world = World::new().await;
    let (id, people) = team_of(&world, "Limes", 3).await;
    let staff = world.operator("staff").await;
    let captain = people[0].user_id;
    staff.post(&format!("/console/users/{captain}/suspend"), json!({"reason": "test"})).await.ok();
    assert_eq!(inbox(&people[1]).await[0], "team_acting_captain");
    let suspended = world.session(captain).await;
    suspended.post("/tournament/disband-team", json!({"teamId": id})).await.refused(403, "account_suspended");
    assert_eq!(
        (&suspended.get("/user/me-esport").await.ok()["isCaptain"], &people[1].get("/user/me-esport").await.ok()["isCaptain"]),
        (&json!(false), &json!(true))
    );
    let seen = detail(&people[1], id).await;
    assert_eq!(
        (&seen["me"]["role"], &seen["members"][1]["acting"], &seen["members"][0]["suspended"]),
        (&json!("captain"), &json!(true), &json!(true))
    );
    assert_eq!(detail(&staff, id).await["members"][0]["suspended"], false, "which is nobody else's business");
    people[2].post("/tournament/disband-team", json!({"teamId": id})).await.refused(404, "team_not_found");

    // An acting captain may only do urgent things.
    let newcomer = world.user("newcomer").await;
    join(&people[1], id, &[&newcomer]).await;
    people[1].post(&format!("/tournament/kick-out/{id}/{}", newcomer.user_id), json!({})).await.ok();
    people[1].post(&format!("/tournament/kick-out/{id}/{captain}"), json!({})).await.refused(409, "team_captain_only");
    people[1].post("/tournament/disband-team", json!({"teamId": id})).await.refused(409, "team_captain_only");
    let body = json!({"teamId": id, "userId": people[2].user_id});
    people[1].post("/tournament/promote-member-to-captain", body).await.refused(409, "team_captain_only");

    staff.post(&format!("/console/users/{captain}/restore"), json!({})).await.ok();
    assert_eq!(inbox(&people[1]).await[0], "team_acting_ended");
    people[1].post(&format!("/tournament/kick-out/{id}/{}", people[2].user_id), json!({})).await.refused(404, "team_not_found");
}
