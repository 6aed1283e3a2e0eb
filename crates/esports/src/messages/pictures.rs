//! Pictures in a thread or a report. They are private: only people in the room can read them.

use std::sync::Arc;

use bytes::Bytes;
use chrono::TimeDelta;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::live::ThreadScope;
use super::shapes::MessagePicture;
use crate::things::EVIDENCE_KEPT;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::files::{self, Dir, Form, Picture, StoredFile, Upload};

/// Most pictures of one person in one room a day.
const MOST: i64 = 60;
/// Most files in one round.
const BATCH: i64 = 200;

/// Stores a picture for this room. It is removed if nothing uses it within a day.
///
/// # Errors
/// `file_type_invalid`, `image_too_large`; `room_pictures_limit`; 503 when the store is away.
pub async fn add(
    app: &App,
    user_id: i64,
    place: ThreadScope,
    upload: &Arc<Upload>,
    form: Form,
) -> Result<MessagePicture, Problem> {
    let sha256 = Sha256::digest(&form.content).to_vec();
    let picture = files::make(app, upload, form.content, Dir::Room.longest()).await?;
    put(app, user_id, place, picture, &sha256).await
}

/// Does the same with a finished picture, made from a file with this hash.
///
/// # Errors
/// `room_pictures_limit`; 503 when the store is away.
pub async fn put(
    app: &App,
    user_id: i64,
    place: ThreadScope,
    picture: Picture,
    sha256: &[u8],
) -> Result<MessagePicture, Problem> {
    let shown = MessagePicture {
        id: Uuid::new_v4(),
        width: i32::try_from(picture.width).map_err(Problem::internal)?,
        height: i32::try_from(picture.height).map_err(Problem::internal)?,
    };
    let Picture { likeness, .. } = picture;
    let file = files::put(app, user_id, Dir::Room, picture).await?;
    match register(app, user_id, place, &shown, (&file, sha256, likeness)).await {
        Ok(()) => Ok(shown),
        Err(problem) => {
            files::discard(app, user_id, &file).await?;
            Err(problem)
        }
    }
}

async fn register(
    app: &App,
    user_id: i64,
    place: ThreadScope,
    shown: &MessagePicture,
    (file, sha256, likeness): (&StoredFile, &[u8], i64),
) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    // Serializes the count of a person's uploads.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let here = sqlx::query_scalar!(
        r#"select count(*) as "count!" from esports.room_pictures
           where user_id = $1 and created_at > $2 and match_id is not distinct from $3 and entrant_id is not distinct from $4"#,
        user_id,
        now - TimeDelta::days(1),
        place.match_id(),
        place.entrant_id()
    )
    .fetch_one(change.conn())
    .await?;
    if here >= MOST {
        return Err(Problem::new(codes::room_pictures_limit).param("limit", MOST));
    }
    sqlx::query!(
        "insert into esports.room_pictures (id, match_id, entrant_id, user_id, file_key, width, height, sha256, likeness, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        shown.id,
        place.match_id(),
        place.entrant_id(),
        user_id,
        file.key,
        shown.width,
        shown.height,
        sha256,
        likeness,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Keeps these pictures of the person for a message or report. Returns each once, in that order.
///
/// # Errors
/// 422 `picture_not_found` at `field` when one is not theirs, or belongs to another room.
pub async fn take(
    change: &mut Change,
    user_id: i64,
    place: ThreadScope,
    ids: &[Uuid],
    field: &'static str,
) -> Result<Vec<MessagePicture>, Problem> {
    let found = sqlx::query!(
        "select p.id, p.width, p.height, p.file_key from unnest($1::uuid[]) with ordinality as n (id, at) join esports.room_pictures p on p.id = n.id
         where p.user_id = $2 and p.match_id is not distinct from $3 and p.entrant_id is not distinct from $4 order by n.at",
        ids,
        user_id,
        place.match_id(),
        place.entrant_id()
    )
    .fetch_all(change.conn())
    .await?;
    if found.len() != ids.len() {
        return Err(Problem::invalid(field, codes::picture_not_found));
    }
    for picture in &found {
        if !keep(change, user_id, &picture.file_key).await? {
            return Err(Problem::invalid(field, codes::picture_not_found));
        }
    }
    Ok(found.into_iter().map(|row| MessagePicture { id: row.id, width: row.width, height: row.height }).collect())
}

/// Keeps the picture's file. Returns false when it no longer exists.
pub async fn keep(change: &mut Change, user_id: i64, file_key: &str) -> Result<bool, Problem> {
    files::keep(change, user_id, Dir::Room, file_key).await
}

/// # Errors
/// `room_picture_not_found`, also when it belongs to another room, or is hidden with its message.
pub async fn open(app: &App, place: ThreadScope, id: Uuid, staff: bool) -> Result<Bytes, Problem> {
    let key = sqlx::query_scalar!(
        "select file_key from esports.room_pictures p where id = $1 and match_id is not distinct from $2 and entrant_id is not distinct from $3
           and ($4 or not exists (
             select from esports.threads t join esports.messages m on m.thread_id = t.id and m.hidden_at is not null
             where (t.match_id = $2 or t.entrant_id = $3) and p.id = any(m.pictures)))
           and ($4 or not exists (
             select from esports.threads t join esports.messages m on m.thread_id = t.id
             where t.match_id = $2 and p.id = any(m.pictures) and esports.is_after_leaving(m)))",
        id,
        place.match_id(),
        place.entrant_id(),
        staff
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::room_picture_not_found)?;
    files::read(app, &key).await?.ok_or_else(|| codes::room_picture_not_found.into())
}

/// Releases pictures of tournaments that ended longer ago than evidence is kept.
pub async fn purge(app: App) -> anyhow::Result<()> {
    let over = app.now() - EVIDENCE_KEPT;
    // A picture's row goes with its file, within minutes. Until then it is found again, already released.
    let keys = sqlx::query_scalar!(
        "select p.file_key from esports.room_pictures p left join esports.matches m on m.id = p.match_id left join esports.entrants e on e.id = p.entrant_id
         join esports.tournaments t on t.id = coalesce(m.tournament_id, e.tournament_id)
         where esports.tournament_over_at(t) <= $1 limit $2",
        over,
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    files::release_all(&app.db, &keys, app.now()).await?;
    Ok(())
}
