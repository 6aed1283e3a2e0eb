//! Checks of documents by staff, and notices to entrants about them.

use manao_domain::document::DocumentKind;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::entrant::Entrant;
use super::live::EntrantLive;
use super::tell::href;
use super::view::{DocumentCheck, DocumentChecked, NoticeSent};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes, required};
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFinding {
    pub entrant_id: i64,
    pub user_id: i64,
    pub kind: DocumentKind,
    /// The document that the client last saw
    #[schema(value_type = String)]
    pub document_id: Uuid,
    /// Result of the previous check that the client last saw; 409 `entry_changed` when the result or the document has changed since
    #[serde(default)]
    pub checked: Option<DocumentCheck>,
    pub valid: bool,
}

/// Kinds of documents that a player lacks.
#[derive(Debug, Clone, Deserialize, serde::Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingKinds {
    pub user_id: i64,
    pub kinds: Vec<DocumentKind>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingNotice {
    pub tournament_id: i64,
    /// For a single player, or instead of the path's team
    pub entrant_id: Option<i64>,
    pub missing: Vec<MissingKinds>,
    #[schema(extensions(("maxLength" = json!(NOTE))))]
    pub note: Option<String>,
}

/// Most people, and most kinds per person, in one notice.
const MOST: usize = 20;
/// Most characters of a note.
const NOTE: usize = 500;

/// # Errors
/// 404 `entry_document_not_found`; 409 `entry_changed` when it was uploaded again, or somebody else checked it.
pub async fn check(app: &App, user_id: i64, finding: DocumentFinding) -> Result<DocumentChecked, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let entrant = Entrant::lock(&mut change, finding.entrant_id).await?;
    let checked = if finding.valid { DocumentCheck::Valid } else { DocumentCheck::Invalid };
    let before = sqlx::query!(
        r#"select document_id, checked as "checked: DocumentCheck" from esports.entrant_documents
           where entrant_id = $1 and user_id = $2 and kind = $3 for update"#,
        entrant.id,
        finding.user_id,
        finding.kind.as_str()
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::entry_document_not_found)?;
    if (before.document_id, before.checked) != (finding.document_id, finding.checked) {
        return Err(codes::entry_changed.into());
    }
    sqlx::query!(
        "update esports.entrant_documents set checked = $4 where entrant_id = $1 and user_id = $2 and kind = $3",
        entrant.id,
        finding.user_id,
        finding.kind.as_str(),
        checked.as_str()
    )
    .execute(change.conn())
    .await?;
    let version = sqlx::query_scalar!(
        "update esports.entrants set version = version + 1, updated_at = $2, told_version = case when told_version = version then version + 1 else told_version end
         where id = $1 returning version",
        entrant.id,
        now
    )
    .fetch_one(change.conn())
    .await?;
    let of = |checked: Option<DocumentCheck>| json!({"userId": finding.user_id, "kind": finding.kind, "checked": checked});
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "document_checked",
        entrant_id: Some(entrant.id),
        before: Some(of(before.checked)),
        after: Some(of(Some(checked))),
        ..Revision::default()
    };
    tournaments::log(&mut change, entrant.tournament_id, revision).await?;
    change.emit(&EntrantLive {
        tournament_id: entrant.tournament_id,
        entrant_id: entrant.id,
        status: entrant.status,
        version,
    })?;
    change.commit().await?;
    Ok(DocumentChecked { version })
}

/// Notifies the team's active entry, or the given one.
///
/// # Errors
/// 404 `entrant_not_found`; 422 when nobody is named, or the note is too long.
pub async fn send(app: &App, user_id: i64, team_id: i64, form: MissingNotice) -> Result<NoticeSent, Problem> {
    let missing: &[MissingKinds] = &form.missing;
    if missing.is_empty() || missing.len() > MOST || missing.iter().any(|of| of.kinds.is_empty() || of.kinds.len() > MOST) {
        return Err(Problem::invalid("missing", codes::field_invalid));
    }
    let note = form.note.as_deref().filter(|note| !note.trim().is_empty());
    let note = note.map(|note| required(note, NOTE)).transpose().map_err(|code| Problem::invalid("note", code))?;
    let mut change = app.change().await?;
    let entrant = sqlx::query!(
        r#"select e.id, e.name, t.name_th, t.name_en, case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end as captain,
                  array(select p.user_id from esports.entrant_players p where p.entrant_id = e.id) as "players!"
           from esports.entrants e join esports.tournaments t on t.id = e.tournament_id
           where e.tournament_id = $1 and e.active
             and (e.id = $2 or $2::bigint is null and e.team_id = $3)"#,
        form.tournament_id,
        form.entrant_id,
        team_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::entrant_not_found)?;
    let mut people: Vec<i64> = missing.iter().map(|of| of.user_id).collect();
    if people.iter().any(|id| !entrant.players.contains(id)) {
        return Err(Problem::invalid("missing", codes::tournament_not_participating));
    }
    people.extend(entrant.captain);
    people.sort_unstable();
    people.dedup();
    let note_th = note.map(|note| format!(" {note}")).unwrap_or_default();
    let message = Message {
        stream: Stream::Esports,
        kind: "entry_documents_missing",
        title: Text::new("ผู้จัดขอเอกสารเพิ่ม", "The organizer needs more documents"),
        body: Text::new(
            format!("ใบสมัครของ “{}” ใน {} ยังขาดเอกสาร{note_th}", entrant.name, entrant.name_th),
            format!("The entry of “{}” in {} is missing documents.{note_th}", entrant.name, entrant.name_en),
        ),
        href: Some(href(form.tournament_id)),
        subject: None,
    };
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "documents_requested",
        entrant_id: Some(entrant.id),
        reason: note,
        after: Some(serde_json::to_value(missing)?),
        ..Revision::default()
    };
    tournaments::log(&mut change, form.tournament_id, revision).await?;
    inbox::write_to_many(&mut change, &people, &message).await?;
    change.commit().await?;
    Ok(NoticeSent { sent: people.len() })
}
