//! Pictures of threads. They are private: only the member and staff can read them.

use std::sync::Arc;

use bytes::Bytes;
use chrono::TimeDelta;
use uuid::Uuid;

use super::shapes::SupportPicture;
use crate::files::{self, Dir, Form, StoredFile, Upload};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Most pictures of one person a day.
const MOST: i64 = 60;

/// Stores a picture for a message. It is removed if nothing uses it within a day.
///
/// # Errors
/// `file_type_invalid`, `image_too_large`; `support_pictures_limit`; 503 when the store is away.
pub async fn add(app: &App, user_id: i64, upload: &Arc<Upload>, form: Form) -> Result<SupportPicture, Problem> {
    let picture = files::make(app, upload, form.content, Dir::Support.longest()).await?;
    let shown = SupportPicture {
        id: Uuid::new_v4(),
        width: i32::try_from(picture.width).map_err(Problem::internal)?,
        height: i32::try_from(picture.height).map_err(Problem::internal)?,
    };
    let file = files::put(app, user_id, Dir::Support, picture).await?;
    match register(app, user_id, &shown, &file).await {
        Ok(()) => Ok(shown),
        Err(problem) => {
            files::discard(app, user_id, &file).await?;
            Err(problem)
        }
    }
}

async fn register(app: &App, user_id: i64, shown: &SupportPicture, file: &StoredFile) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    // Serializes the count of a person's uploads.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let here = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people.support_pictures where user_id = $1 and created_at > $2"#,
        user_id,
        now - TimeDelta::days(1)
    )
    .fetch_one(change.conn())
    .await?;
    if here >= MOST {
        return Err(Problem::new(codes::support_pictures_limit).param("limit", MOST));
    }
    sqlx::query!(
        "insert into people.support_pictures (id, user_id, file_key, width, height, created_at) values ($1, $2, $3, $4, $5, $6)",
        shown.id,
        user_id,
        file.key,
        shown.width,
        shown.height,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Keeps these pictures of the person for a message of this thread.
///
/// # Errors
/// 422 `picture_not_found` at `pictures` when one is not theirs, or belongs to another thread.
pub async fn take(change: &mut Change, user_id: i64, thread_id: i64, ids: &[Uuid]) -> Result<(), Problem> {
    let keys = sqlx::query_scalar!(
        "update people.support_pictures set thread_id = $2
         where id = any($3) and user_id = $1 and (thread_id is null or thread_id = $2) returning file_key",
        user_id,
        thread_id,
        ids
    )
    .fetch_all(change.conn())
    .await?;
    let mut kept = keys.len() == ids.len();
    for key in &keys {
        kept &= files::keep(change, user_id, Dir::Support, key).await?;
    }
    if kept { Ok(()) } else { Err(Problem::invalid("pictures", codes::picture_not_found)) }
}

/// # Errors
/// `support_picture_not_found`, also when it belongs to another thread.
pub async fn open(app: &App, thread_id: i64, id: Uuid) -> Result<Bytes, Problem> {
    let key = sqlx::query_scalar!("select file_key from people.support_pictures where id = $1 and thread_id = $2", id, thread_id)
        .fetch_optional(&app.db)
        .await?
        .ok_or(codes::support_picture_not_found)?;
    files::read(app, &key).await?.ok_or_else(|| codes::support_picture_not_found.into())
}
