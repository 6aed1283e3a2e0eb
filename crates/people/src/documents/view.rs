//! Documents as their owner sees them, with the views of each.

use chrono::{DateTime, Utc};
use manao_domain::document::DocumentKind;
use manao_domain::text_enum;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Most of the owner's own views listed for each document. Views by others are all listed, so own views never hide one.
const OWN_VIEWS: i64 = 20;

text_enum! {
    /// Role of a viewer when they opened a document; other roles may not open one.
    #[derive(ToSchema)]
    DocumentViewer {
        Owner = "owner",
        Staff = "staff",
        Promoter = "promoter",
        CoPromoter = "co_promoter",
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserDocument {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub kind: DocumentKind,
    /// The file's name on the person's device
    pub file_name: String,
    pub size_bytes: i32,
    pub uploaded_at: DateTime<Utc>,
    /// All views by others, then the owner's last 20, each newest first
    pub views: Vec<UserDocumentView>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct UserDocumentView {
    pub at: DateTime<Utc>,
    /// Name of the viewer
    pub viewer: String,
    pub role: DocumentViewer,
}

/// Returns a person's documents, newest first.
pub async fn of_person(app: &App, user_id: i64) -> Result<Vec<UserDocument>, Problem> {
    let rows = sqlx::query!(
        r#"select d.id, d.kind as "kind: DocumentKind", d.file_name, f.size_bytes, d.uploaded_at,
                  v.at as "at?", v.role as "role?: DocumentViewer", viewer.display_name as "viewer?"
           from people.documents d join people.files f on f.key = d.file_key
           left join lateral (
               (select id, at, role, viewer_id from people.document_views where document_id = d.id and role <> 'owner')
               union all
               (select id, at, role, viewer_id from people.document_views where document_id = d.id and role = 'owner'
                order by at desc, id desc limit $2)
           ) v on true
           left join people.users viewer on viewer.id = v.viewer_id
           where d.user_id = $1 order by d.uploaded_at desc, d.id, v.role = 'owner', v.at desc, v.id desc"#,
        user_id,
        OWN_VIEWS,
    )
    .fetch_all(&app.db)
    .await?;
    let mut documents: Vec<UserDocument> = Vec::new();
    for row in rows {
        if documents.last().is_none_or(|last| last.id != row.id) {
            documents.push(UserDocument {
                id: row.id,
                kind: row.kind,
                file_name: row.file_name,
                size_bytes: row.size_bytes,
                uploaded_at: row.uploaded_at,
                views: Vec::new(),
            });
        }
        if let (Some(document), Some(at), Some(role)) = (documents.last_mut(), row.at, row.role) {
            document.views.push(UserDocumentView { at, viewer: row.viewer.unwrap_or_default(), role });
        }
    }
    Ok(documents)
}
