//! Opening a thread.

use sqlx::PgConnection;
use uuid::Uuid;

use super::draft::{Draft, ThreadDraft};
use super::shapes::{SupportEntry, SupportSide, SupportState, SupportThreadNew, SupportTopic};
use super::thread::{Entry, append};
use super::{attached, pictures};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Form, Problem, codes};

/// Opens a thread with its first message, or finds the existing one with that `clientId`. Returns its id.
///
/// # Errors
/// 409 `support_threads_limit`; 422 with a code for each refused field; 429.
pub async fn open(app: &App, user_id: i64, new: &SupportThreadNew) -> Result<i64, Problem> {
    let draft = ThreadDraft::from_request(new)?;
    if let Some(known) = opened(&mut *app.db.acquire().await?, user_id, new.client_id).await? {
        return Ok(known);
    }
    let mut change = app.change().await?;
    // Serializes the count of a member's open threads.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    if let Some(known) = opened(change.conn(), user_id, new.client_id).await? {
        return Ok(known);
    }
    let most = app.settings.support_open_threads;
    let open = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people.support_threads where user_id = $1 and state <> 'closed'"#,
        user_id
    )
    .fetch_one(change.conn())
    .await?;
    if open >= i64::from(most) {
        return Err(Problem::new(codes::support_threads_limit).param("limit", most));
    }
    let order_number = attachment(app, change.conn(), user_id, new).await?;
    app.limit(limits::OPEN_SUPPORT_THREAD, user_id)?;
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into people.support_threads (user_id, client_id, topic, subject, state, order_number, tournament_id, page, created_at,
                                             updated_at, waiting_since)
         values ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $8, $8) returning id",
        user_id,
        new.client_id,
        new.topic.as_str(),
        draft.subject,
        order_number,
        new.tournament_id,
        draft.page,
        now
    )
    .fetch_one(change.conn())
    .await?;
    pictures::take(&mut change, user_id, id, &draft.message.pictures).await?;
    let entry = Entry {
        kind: SupportEntry::Text,
        side: Some(SupportSide::Member),
        author_id: Some(user_id),
        draft: Some(&draft.message),
        state: SupportState::Waiting,
    };
    append(&mut change, id, entry).await?;
    change.commit().await?;
    Ok(id)
}

/// A thread that another owner opens for a member about their order.
pub struct OrderThread<'a> {
    pub user_id: i64,
    /// In its usual spelling
    pub order_number: &'a str,
    /// One line
    pub subject: &'a str,
    /// First message, in the member's name
    pub text: &'a str,
    /// Path of the page from which it was written
    pub page: &'a str,
}

/// Opens a thread about an order as a part of a change. The caller limits how often. Returns its id.
///
/// # Errors
/// 422 at `note` when the text is too long.
pub async fn open_about_order(change: &mut Change, new: &OrderThread<'_>) -> Result<i64, Problem> {
    let draft = Draft::from_text(new.text).map_err(|code| Problem::invalid("note", code))?;
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into people.support_threads (user_id, client_id, topic, subject, state, order_number, page, created_at, updated_at, waiting_since)
         values ($1, $2, $3, $4, 'waiting', $5, $6, $7, $7, $7) returning id",
        new.user_id,
        draft.client_id,
        SupportTopic::Order.as_str(),
        new.subject,
        new.order_number,
        new.page,
        now
    )
    .fetch_one(change.conn())
    .await?;
    let entry = Entry {
        kind: SupportEntry::Text,
        side: Some(SupportSide::Member),
        author_id: Some(new.user_id),
        draft: Some(&draft),
        state: SupportState::Waiting,
    };
    append(change, id, entry).await?;
    Ok(id)
}

async fn opened(conn: &mut PgConnection, user_id: i64, client_id: Uuid) -> Result<Option<i64>, Problem> {
    let known =
        sqlx::query_scalar!("select id from people.support_threads where user_id = $1 and client_id = $2", user_id, client_id);
    Ok(known.fetch_optional(conn).await?)
}

/// Checks the attached order or tournament. Returns the order's number in its usual spelling.
async fn attachment(app: &App, conn: &mut PgConnection, user_id: i64, new: &SupportThreadNew) -> Result<Option<String>, Problem> {
    let mut form = Form::default();
    let mut order_number = None;
    if let Some(number) = &new.order_number {
        let order = attached::order(app, conn, user_id, number).await?.ok_or(codes::order_not_found);
        order_number = form.field("orderNumber", order).map(|order| order.number);
    }
    if let Some(id) = new.tournament_id {
        form.field("tournamentId", attached::tournament(app, conn, id).await?.ok_or(codes::tournament_not_found));
    }
    form.check()?;
    Ok(order_number)
}
