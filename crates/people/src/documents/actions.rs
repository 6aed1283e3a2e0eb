//! Actions on documents, one change each.

use std::sync::Arc;

use crate::pages;
use bytes::Bytes;
use manao_domain::document::DocumentKind;
use serde_json::json;
use uuid::Uuid;

use super::view::UserDocument;
use crate::files::{self, Dir, Form, Upload};
use crate::inbox::{self, Message, Stream};
use crate::things::DocumentRecipients;
use crate::user_log::{self, Kind};
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// Most documents that one person may keep.
pub const MOST: i64 = 20;

/// Stores a picture of a document.
///
/// # Errors
/// `fields_invalid` on `kind`; `file_type_invalid`, `image_too_large`; `documents_limit`; 503 when the store is unavailable.
pub async fn add(app: &App, user_id: i64, upload: &Arc<Upload>, form: Form) -> Result<UserDocument, Problem> {
    let kind = form.kind.as_deref().and_then(|kind| kind.parse().ok());
    let kind = kind.ok_or_else(|| Problem::invalid("kind", codes::field_invalid))?;
    let picture = files::make(app, upload, form.content, Dir::Document.longest()).await?;
    let file = files::put(app, user_id, Dir::Document, picture).await?;
    match register(app, user_id, kind, &form.file_name, &file).await {
        Ok(document) => Ok(document),
        Err(problem) => {
            files::discard(app, user_id, &file).await?;
            Err(problem)
        }
    }
}

async fn register(
    app: &App,
    user_id: i64,
    kind: DocumentKind,
    file_name: &str,
    file: &files::StoredFile,
) -> Result<UserDocument, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    // A person's uploads run one after another, so they can be counted.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let here = sqlx::query_scalar!(r#"select count(*) as "count!" from people.documents where user_id = $1"#, user_id)
        .fetch_one(change.conn())
        .await?;
    if here >= MOST {
        return Err(Problem::new(codes::documents_limit).param("limit", MOST));
    }
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into people.documents (id, user_id, kind, file_key, file_name, uploaded_at) values ($1, $2, $3, $4, $5, $6)",
        id,
        user_id,
        kind.as_str(),
        file.key,
        file_name,
        now,
    )
    .execute(change.conn())
    .await?;
    if !files::keep(&mut change, user_id, Dir::Document, &file.key).await? {
        return Err(Problem::internal("the picture of a document is gone"));
    }
    user_log::write(&mut change, user_id, Kind::DocumentUploaded, json!({"fileName": file_name})).await?;
    change.commit().await?;
    Ok(UserDocument {
        id,
        kind,
        file_name: file_name.to_owned(),
        size_bytes: file.size_bytes,
        uploaded_at: now,
        views: Vec::new(),
    })
}

/// Deletes a document, with its picture and its view log.
///
/// # Errors
/// `document_not_found`, also when it belongs to somebody else.
pub async fn delete(app: &App, user_id: i64, id: Uuid) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let gone =
        sqlx::query!("delete from people.documents where id = $1 and user_id = $2 returning file_key, file_name", id, user_id)
            .fetch_optional(change.conn())
            .await?
            .ok_or(codes::document_not_found)?;
    files::release(&mut change, user_id, &gone.file_key).await?;
    user_log::write(&mut change, user_id, Kind::DocumentDeleted, json!({"fileName": gone.file_name})).await?;
    change.commit().await
}

/// Returns a document's picture to a viewer who may see it. The view is recorded before the picture is sent. The owner is notified when somebody
/// else views it.
///
/// # Errors
/// `document_not_found` when it was deleted meanwhile.
pub async fn open(app: &App, viewer_id: i64, role: Role, id: Uuid) -> Result<Bytes, Problem> {
    let document = sqlx::query!("select user_id, file_key, file_name from people.documents where id = $1", id)
        .fetch_optional(&app.db)
        .await?
        .ok_or(codes::document_not_found)?;
    // The store may be slow: no database connection is held meanwhile.
    let bytes = files::read(app, &document.file_key).await?;

    let mut change = app.change().await?;
    let now = change.now();
    let seen = sqlx::query!(
        "insert into people.document_views (document_id, viewer_id, role, at)
         select id, $2, $3, $4 from people.documents where id = $1 for key share",
        id,
        viewer_id,
        role.as_str(),
        now,
    )
    .execute(change.conn())
    .await?;
    if seen.rows_affected() == 0 {
        return Err(codes::document_not_found.into());
    }
    let bytes = bytes.ok_or_else(|| Problem::internal("the picture of a document is gone"))?;
    let viewer =
        sqlx::query_scalar!("select display_name from people.users where id = $1", viewer_id).fetch_one(change.conn()).await?;
    let detail = json!({"viewer": viewer, "fileName": document.file_name});
    user_log::write(&mut change, document.user_id, Kind::DocumentViewed, detail).await?;
    if role != Role::Owner {
        let body = opened_by(&mut change, (viewer_id, &viewer), role, (id, &document.file_name)).await?;
        let message = Message {
            stream: Stream::Shop,
            kind: "document_viewed",
            title: Text::new("มีผู้เปิดดูเอกสารของคุณ", "Someone viewed your document"),
            body,
            href: Some(pages::PROFILE.address([])),
            subject: None,
        };
        inbox::write(&mut change, document.user_id, &message).await?;
    }
    change.commit().await?;
    Ok(bytes)
}

/// Returns the owner's notice of who opened the document. For staff of a tournament it names the newest one that the document was handed in for.
async fn opened_by(
    change: &mut Change,
    (viewer_id, viewer): (i64, &str),
    role: Role,
    (id, file_name): (Uuid, &str),
) -> Result<Text, Problem> {
    let (th, en) = match role {
        Role::Promoter => ("ผู้จัดการแข่งขัน", "the organizer"),
        Role::CoPromoter => ("ผู้จัดร่วม", "a co-organizer"),
        _ => {
            return Ok(Text::new(
                format!("ทีมงาน {viewer} เปิดดูเอกสาร {file_name}"),
                format!("{viewer} of our team viewed the document {file_name}"),
            ));
        }
    };
    let mut purpose = None;
    for recipient in &change.app().shared::<DocumentRecipients>().0 {
        purpose = purpose.or((recipient.find_purpose)(change.conn(), id, viewer_id).await?);
    }
    let purpose = purpose.ok_or(codes::document_not_found)?;
    Ok(Text::new(
        format!("{viewer} {th} {} เปิดดูเอกสาร {file_name}", purpose.th),
        format!("{viewer}, {en} of {}, viewed the document {file_name}", purpose.en),
    ))
}
