//! A user who loses the right to a room hears nothing of it any more, and finds nothing there.

use serde_json::{Value, json};

use super::pictures::upload;
use super::room::{Room, text};
use crate::matches::duel::Duel;
use crate::profile::pictures::png;
use crate::support::{Client, World};

/// Makes the home side a team of this captain and this member.
async fn team(room: &Room<'_>, captain: &Client, member: &Client) -> i64 {
    let team: i64 = sqlx::query_scalar(
        "with team as (insert into esports.teams (name, short_name, name_key, created_at) values ('Squad', 'SQ', 'squad', now()) returning id),
              members as (insert into esports.team_members (user_id, team_id, role, joined_at)
                          select m.user_id, team.id, m.role, now() from team, (values ($1, 'captain'), ($2, 'member')) as m (user_id, role))
         select id from team",
    )
    .bind(captain.user_id)
    .bind(member.user_id)
    .fetch_one(&room.world.app.db)
    .await
    .unwrap();
    for sql in [
        "update esports.entrants set team_id = $1, user_id = null, locked_at = now() where id = (select home_id from esports.matches where id = $2)",
        "delete from esports.entrant_players p using esports.matches m where m.id = $2 and p.entrant_id = m.home_id and $1 > 0",
        "insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, display_name)
         select m.home_id, m.tournament_id, t.user_id, 'main', t.user_id % 1000, 'Player' from esports.matches m, esports.team_members t where m.id = $2 and t.team_id = $1",
    ] {
        sqlx::query(sql).bind(team).bind(room.id).execute(&room.world.app.db).await.unwrap();
    }
    team
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_kicked_hears_no_more_and_finds_nothing() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let (captain, member) = (world.user("captain").await, world.user("member").await);
    let team = team(&room, &captain, &member).await;
    let mut socket = world.socket(&member).await;
    socket.subscribe(&room.thread(&member, "").await.ok()["live"]).await;
    let entry = format!("/tournament/get/message-non-promoter/{}", room.field.id);
    socket.subscribe(&member.get(&entry).await.ok()["live"]).await;
    room.send(&captain, text("hello")).await.ok();
    assert_eq!(socket.event("message.posted").await["data"]["side"], "home");

    // A message sent at that instant is heard by all, or by nobody.
    let out = format!("/tournament/kick-out/{team}/{}", member.user_id);
    let (kicked, said) = tokio::join!(captain.get(&out), room.send(&member, text("wait")));
    kicked.ok();
    let words = usize::from(said.status.is_success()) + 1;
    assert!(words == 1 && said.status == 404 || said.body["side"] == "home", "{}", said.body);
    assert_eq!(room.thread(&captain, "").await.ok()["items"].as_array().unwrap().len(), words);
    let mut ended = [socket.expect("unsubscribed").await["topic"].clone(), socket.expect("unsubscribed").await["topic"].clone()];
    ended.sort_by_key(ToString::to_string);
    assert!(ended[0].as_str().unwrap().starts_with("entrant:") && ended[1] == format!("match:{}", room.id), "{ended:?}");
    room.send(&captain, text("they are gone")).await.ok();
    let outside = member.get(&format!("/tournament/get/match/{}", room.id)).await.ok();
    assert_eq!((&outside["me"]["ended"], &outside["live"]["grant"]), (&json!("team"), &Value::Null));
    room.thread(&member, "").await.refused(404, "match_not_found");
    room.send(&member, text("I am not")).await.refused(404, "match_not_found");
    member.get(&entry).await.refused(409, "tournament_not_participating");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_put_out_leaves_the_rooms_and_may_talk_to_those_who_did_it() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let mut socket = world.socket(&room.home).await;
    socket.subscribe(&room.thread(&room.home, "").await.ok()["live"]).await;
    let entrant: i64 = sqlx::query_scalar("select home_id from esports.matches where id = $1")
        .bind(room.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    let out = json!({"contestantId": entrant, "scope": "tournament", "reason": "cheating"});
    room.field.promoter.post(&format!("/tournament/disqualify/{}", room.id), out).await.ok();
    assert_eq!(socket.expect("unsubscribed").await["topic"], format!("match:{}", room.id));
    room.thread(&room.home, "").await.refused(404, "match_not_found");
    let outside = room.home.get(&format!("/tournament/get/match/{}", room.id)).await.ok();
    assert!(outside["me"]["side"].is_null() && outside["live"]["grant"].is_null() && outside["threadId"].is_null(), "{outside}");
    assert_eq!(outside["me"]["ended"], "disqualified");
    let other = room.other.get(&format!("/tournament/get/match/{}", room.id)).await.ok();
    assert!(other["me"]["ended"].is_null(), "{other}");
    room.home.post(&format!("/tournament/send-message-to-promoter/{}", room.field.id), text("I did not")).await.ok();

    // A side that waits in the next match leaves it when the result that brought it there is corrected, though nothing has happened in it.
    let semi = async || room.field.at("main", 1, 2).await;
    room.field.win(&semi().await, true).await;
    let lost = Duel::on(&room.field, &semi().await).await;
    lost.told(lost.away.user_id, "match_decided").await;
    let next = room.field.at("main", 2, 1).await["id"].clone();
    let mut socket = world.socket(&room.other).await;
    let seen = async || room.other.get(&format!("/tournament/get/match/{next}")).await.ok();
    let here = seen().await;
    assert_eq!(here["me"]["side"], "away");
    socket.subscribe(&here["live"]).await;
    let corrected = json!({"games": [{"home": 7, "away": 13}], "reason": "The replay shows it"});
    room.field.score(&semi().await, corrected).await.ok();
    assert_eq!(socket.expect("unsubscribed").await["topic"], format!("match:{next}"));
    let outside = seen().await;
    assert!(outside["me"]["side"].is_null() && outside["live"]["grant"].is_null(), "{outside}");
}

/// As after a correction, which the brackets' tests cover.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_side_wrote_that_left_is_not_for_who_comes() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let picture = upload(&room.away, room.id, &png(20, 20)).await.ok()["id"].clone();
    let mut secret = text("we play their left side");
    secret["pictures"] = json!([picture]);
    room.send(&room.away, secret).await.ok();
    let mut answer = text("good luck");
    answer["replyTo"] = json!(1);
    room.send(&room.home, answer).await.ok();
    for sql in [
        "update esports.matches set away_id = (select home_id from esports.matches o where o.id <> matches.id and o.tournament_id = matches.tournament_id
                                       and o.home_id is not null order by o.id limit 1) where id = $1",
        "with thread as (update esports.threads set last_seq = last_seq + 1 where match_id = $1 returning id, last_seq)
         insert into esports.messages (thread_id, seq, kind, data, created_at) select id, last_seq, 'sides_changed', '{}', now() from thread",
    ] {
        sqlx::query(sql).bind(room.id).execute(&world.app.db).await.unwrap();
    }
    let path = format!("/tournament/match-picture/{}/{}", room.id, picture.as_str().unwrap());
    for one in [&room.other, &room.home] {
        let seen = room.thread(one, "").await.ok();
        assert_eq!((&seen["items"][0]["hidden"], &seen["items"][0]["text"]), (&json!(true), &Value::Null));
        assert_eq!(seen["items"][0]["pictures"], json!([]));
        assert_eq!((&seen["items"][1]["text"], &seen["items"][1]["replyTo"]["text"]), (&json!("good luck"), &json!("")));
        one.get(&path).await.refused(404, "room_picture_not_found");
    }
    let seen = room.thread(&room.assistant, "").await.ok();
    assert_eq!((&seen["items"][0]["text"], &seen["items"][0]["hidden"]), (&json!("we play their left side"), &json!(false)));
    assert_eq!(room.assistant.get(&path).await.status, 200);
    room.send(&room.other, text("hi")).await.ok();
    assert_eq!(room.thread(&room.home, "").await.ok()["items"][3]["text"], "hi");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_run_none_any_more_hears_no_more_and_a_cancelled_match_is_told_as_such() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let operator = world.operator("operator").await;
    let (promoter, topic) = (&room.field.promoter, format!("match:{}", room.id));
    let mut sockets = Vec::new();
    for one in [promoter, &room.home, &room.away] {
        let mut socket = world.socket(one).await;
        socket.subscribe(&room.thread(one, "").await.ok()["live"]).await;
        sockets.push(socket);
    }
    let [mut runs, mut home, mut away] = <[_; 3]>::try_from(sockets).ok().unwrap();
    // In the second match nothing has happened yet.
    let second = Duel::of(&room.field, 2).await;
    let mut idle = world.socket(&second.home).await;
    idle.subscribe(&second.room(&second.home).await["live"]).await;
    let duel = Duel { world: &world, id: room.id, home: room.home.clone(), away: room.away.clone() };
    duel.proposed(&duel.home, duel.opening(60).await).await;
    assert_eq!(home.event("match.changed").await["data"]["proposal"]["side"], "home");

    let path = format!("/tournament/cancel-tournament/{}", room.field.id);
    promoter.post(&path, json!({"reason": "ฝนตก"})).await.ok();
    let now = duel.now().await;
    assert_eq!((&now["proposal"], &now["next"]["home"]["code"]), (&Value::Null, &json!("cancelled")));
    for socket in [&mut home, &mut away] {
        let told = loop {
            let told = socket.event("match.changed").await["data"].clone();
            if told["version"] == now["version"] {
                break told;
            }
        };
        assert_eq!(told, now);
    }
    assert_eq!(idle.event("match.changed").await["data"]["next"]["home"]["code"], "cancelled");
    let open = "select count(*) from esports.match_proposals where state = 'open'";
    assert_eq!(world.count(open).await, 0);

    // Its sides can no longer write; staff may still write to each, but not to all.
    upload(&room.home, room.id, &png(9, 9)).await.refused(409, "tournament_cancelled");
    upload(&room.assistant, room.id, &png(9, 9)).await.ok();
    room.send(&room.home, text("hm")).await.refused(409, "tournament_cancelled");
    let all = format!("/tournament/send-message-to-not-eliminated-players/{}", room.field.id);
    room.assistant.post(&all, text("sorry")).await.refused(409, "tournament_cancelled");
    let one = format!("/tournament/send-message-to-contestant/{}", room.field.entrants[0]);
    room.assistant.post(&one, text("sorry")).await.ok();

    let body = json!({"userId": promoter.user_id, "reason": "ไม่จ่ายรางวัล"});
    operator.post("/console/promoters/revoke", body).await.ok();
    assert_eq!(runs.expect("unsubscribed").await["topic"], topic);
    room.thread(promoter, "").await.refused(404, "match_not_found");
}
