//! Proofs are the user's own pictures of this room; one that was used before is flagged for staff.

use serde_json::{Value, json};
use uuid::Uuid;

use super::duel::{Duel, points};
use crate::brackets::field::{Field, single};
use crate::support::{Client, World};

/// Stores a picture as the upload does.
async fn picture(duel: &Duel<'_>, by: &Client, (file, likeness): (u8, i64)) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query(
        "with file as (insert into people.files (key, dir, user_id, size_bytes, width, height, uploaded_at)
                       values ('private/room/' || $1::text || '.jpg', 'room', $3, 1, 1280, 720, now()) returning key)
         insert into esports.room_pictures (id, match_id, user_id, file_key, width, height, sha256, likeness, created_at)
         select $1, $2, $3, file.key, 1280, 720, $4, $5, now() from file",
    )
    .bind(id)
    .bind(duel.id)
    .bind(by.user_id)
    .bind([file; 32].as_slice())
    .bind(likeness)
    .execute(&duel.world.app.db)
    .await
    .unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn only_own_pictures_prove_and_a_used_one_is_flagged() {
    let world = World::new().await;
    let (field, elsewhere) = (Field::published(&world, 8, &[single()]).await, Field::published(&world, 2, &[single()]).await);
    let (one, two, three) = (Duel::open(&field, 1).await, Duel::open(&field, 2).await, Duel::open(&field, 3).await);
    let other = Duel::open(&elsewhere, 1).await;
    let mut own = Vec::new();
    for file in 1..=5 {
        own.push(picture(&one, &one.home, (file, 0x00ff << (8 * file))).await);
    }
    let rival = picture(&one, &one.away, (9, 0)).await;
    let foreign = picture(&two, &one.home, (10, 0)).await;
    let sent = |proofs: Vec<Uuid>| json!({"games": points(&[(13, 7)]), "proofs": proofs});
    for proofs in [vec![rival], vec![own[0], foreign], vec![Uuid::now_v7()], own.clone()] {
        let refused = one.send(&one.home, sent(proofs)).await.refused(422, "fields_invalid");
        assert!(refused["fields"]["proofs"].is_string(), "{refused}");
    }
    assert_eq!(one.now().await["reported"], json!({"home": false, "away": false}));
    // Named twice, it counts once; in the given order.
    let given = one.send(&one.home, sent(vec![own[1], own[0], own[1]])).await.ok();
    let proofs: Vec<&Value> = given["reports"][0]["proofs"].as_array().unwrap().iter().map(|proof| &proof["id"]).collect();
    assert_eq!(proofs, [&json!(own[1]), &json!(own[0])]);
    one.report(&one.away, &[(7, 13)]).await.ok();

    // The same file in another match; then a similar picture; then both in another tournament, where only the file counts.
    let same = picture(&two, &two.home, (1, 0x0123_4567)).await;
    let alike = picture(&two, &two.home, (77, (0x00ff << 16) ^ 0b101)).await;
    let fresh = picture(&two, &two.home, (78, -1)).await;
    let unproved = picture(&three, &three.home, (3, 0x5a5a_5a5a)).await;
    let mine = two.send(&two.home, sent(vec![same, alike, fresh])).await.ok();
    assert!(mine["reports"][0]["proofs"].as_array().unwrap().iter().all(|proof| proof["reusedIn"].is_null()));
    three.send(&three.home, sent(vec![unproved])).await.ok();
    let flagged = async |duel: &Duel<'_>, by: &Client| -> Vec<Value> {
        duel.room(by).await["reports"][0]["proofs"].as_array().unwrap().iter().map(|proof| proof["reusedIn"].clone()).collect()
    };
    let used = json!({"matchId": one.id, "label": "1", "tournamentName": "Manao Cup"});
    assert_eq!(flagged(&two, &field.promoter).await, [used.clone(), used.clone(), json!(null)]);
    // A picture that was only sent, as no proof, was not used. The first use is not a reuse.
    assert_eq!(flagged(&three, &field.promoter).await, [json!(null)]);
    assert_eq!(flagged(&one, &field.promoter).await, [json!(null), json!(null)]);
    let (file, looks) = (picture(&other, &other.home, (1, 1)).await, picture(&other, &other.home, (99, 0x00ff << 16)).await);
    other.send(&other.home, sent(vec![file, looks])).await.ok();
    assert_eq!(flagged(&other, &elsewhere.promoter).await, [used, json!(null)]);

    // Pictures in evidence are kept; pictures that were only uploaded are not.
    world.advance(std::time::Duration::from_secs(25 * 3600)).await;
    world.run_task("files.purge").await;
    assert_eq!(flagged(&two, &field.promoter).await.len(), 3);
    let left: Vec<Uuid> = sqlx::query_scalar("select id from esports.room_pictures where match_id = $1 order by id")
        .bind(one.id)
        .fetch_all(&world.app.db)
        .await
        .unwrap();
    assert_eq!(left, own[..2]);
}
