//! Pictures of rooms: both sides and staff see them, and nobody else.

use serde_json::Value;
use uuid::Uuid;

use super::room::Room;
use crate::profile::pictures::{png, send};
use crate::support::{Answer, Client, World};

pub async fn upload(client: &Client, match_id: i64, content: &[u8]) -> Answer {
    send(client, &format!("/tournament/upload-match-picture/{match_id}"), &[("file_name", "score.png")], Some(content)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_is_in_the_room_sees_its_pictures() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let shown = upload(&room.home, room.id, &png(3000, 1500)).await.ok();
    assert_eq!((&shown["width"], &shown["height"]), (&Value::from(2048), &Value::from(1024)));
    let path = format!("/tournament/match-picture/{}/{}", room.id, shown["id"].as_str().unwrap());
    for client in [&room.home, &room.away, &room.assistant, &room.field.promoter] {
        let answer = client.get(&path).await;
        assert_eq!((answer.status.as_u16(), &answer.headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
        assert_eq!(answer.headers["cache-control"], "private, no-store");
    }
    for client in [&room.other, &world.promoter("another").await] {
        client.get(&path).await.refused(404, "match_not_found");
        upload(client, room.id, &png(9, 9)).await.refused(404, "match_not_found");
    }
    world.anon().get(&path).await.refused(401, "session_required");
    let unknown = format!("/tournament/match-picture/{}/{}", room.id, Uuid::new_v4());
    room.home.get(&unknown).await.refused(404, "room_picture_not_found");
    // Under another room's name it is not found, nor among public pictures.
    let entrant = room.field.entrants[0];
    let elsewhere = format!("/tournament/entrant-picture/{entrant}/{}", shown["id"].as_str().unwrap());
    room.field.promoter.get(&elsewhere).await.refused(404, "room_picture_not_found");
    send(&room.home, "/utils/upload/room/", &[("file_name", "a.png")], Some(&png(9, 9))).await.refused(404, "not_found");
    upload(&room.home, room.id, b"<svg/>").await.refused(422, "file_type_invalid");

    // An unused picture is deleted after a day.
    world.advance(std::time::Duration::from_secs(25 * 3600)).await;
    world.run_task("files.purge").await;
    room.home.get(&path).await.refused(401, "session_expired");
    let again = world.session(room.home.user_id).await;
    again.get(&path).await.refused(404, "room_picture_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_fills_no_room_with_pictures() {
    let world = World::with(|settings| settings.uploads_per_minute = 1000).await;
    let room = Room::new(&world).await;
    sqlx::query(
        "with files as (insert into people.files (key, user_id, dir, size_bytes, width, height, uploaded_at)
                        select 'private/room/' || n, $1, 'room', 1, 1, 1, $3 from generate_series(1, 59) n returning key)
         insert into esports.room_pictures (id, match_id, user_id, file_key, width, height, sha256, likeness, created_at)
         select gen_random_uuid(), $2, $1, key, 1, 1, '', 0, $3 from files",
    )
    .bind(room.home.user_id)
    .bind(room.id)
    .bind(world.app.now())
    .execute(&world.app.db)
    .await
    .unwrap();
    upload(&room.home, room.id, &png(9, 9)).await.ok();
    upload(&room.home, room.id, &png(9, 9)).await.refused(409, "room_pictures_limit");
    upload(&room.away, room.id, &png(9, 9)).await.ok();
    let (same, apart): (bool, i64) = sqlx::query_as(
        "select bool_and(a.sha256 = b.sha256 and a.likeness = b.likeness), count(*) from esports.room_pictures a join esports.room_pictures b on a.id <> b.id
         where a.sha256 <> '' and b.sha256 <> ''",
    )
    .fetch_one(&world.app.db)
    .await
    .unwrap();
    assert_eq!((same, apart), (true, 2));
}
