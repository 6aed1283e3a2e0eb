//! A thread's row, its entries, and how its readers see it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;
use uuid::Uuid;

use super::attached;
use super::draft::Draft;
use super::live::{SupportStaffLive, SupportThreadLive};
use super::shapes::{
    SupportEntry, SupportMember, SupportMessage, SupportPicture, SupportSide, SupportState, SupportThread, SupportTopic,
};
use manao_kernel::app::App;
use manao_kernel::database::{Change, one_moment};
use manao_kernel::live::topics;
use manao_kernel::problem::{Problem, codes};

/// Entries that one answer holds.
const PART: i64 = 50;

/// A thread's row.
#[derive(Clone, Debug)]
pub struct ThreadRow {
    pub id: i64,
    pub user_id: i64,
    pub topic: SupportTopic,
    pub subject: String,
    pub state: SupportState,
    pub order_number: Option<String>,
    pub tournament_id: Option<i64>,
    pub page: Option<String>,
    pub last_seq: i32,
    pub read_seq: i32,
    pub created_at: DateTime<Utc>,
    pub version: i64,
}

impl ThreadRow {
    /// # Errors
    /// 404 `support_thread_not_found`.
    pub async fn load(conn: &mut PgConnection, id: i64) -> Result<Self, Problem> {
        let row = sqlx::query_as!(
            ThreadRow,
            r#"select id, user_id, topic as "topic: SupportTopic", subject, state as "state: SupportState", order_number, tournament_id, page,
                      last_seq, read_seq, created_at, version from people.support_threads where id = $1"#,
            id
        )
        .fetch_optional(conn)
        .await?;
        row.ok_or_else(|| codes::support_thread_not_found.into())
    }

    /// Does the same with the thread locked until the change ends, which reserves the next number for this change.
    ///
    /// # Errors
    /// 404 `support_thread_not_found`.
    pub async fn lock(change: &mut Change, id: i64) -> Result<Self, Problem> {
        sqlx::query!("select id from people.support_threads where id = $1 for no key update", id)
            .fetch_optional(change.conn())
            .await?;
        Self::load(change.conn(), id).await
    }

    /// # Errors
    /// 409 `support_thread_changed` when it is not at this version.
    pub fn check(&self, version: i64) -> Result<(), Problem> {
        if self.version == version { Ok(()) } else { Err(codes::support_thread_changed.into()) }
    }
}

/// An entry to append, and the state that the thread has with it.
pub struct Entry<'a> {
    pub kind: SupportEntry,
    pub side: Option<SupportSide>,
    pub author_id: Option<i64>,
    /// The text and pictures of a message
    pub draft: Option<&'a Draft>,
    pub state: SupportState,
}

/// Appends an entry to a locked thread, and notifies open pages. Returns its number.
pub async fn append(change: &mut Change, thread_id: i64, entry: Entry<'_>) -> Result<i32, Problem> {
    let now = change.now();
    let pictures = entry.draft.map(|draft| draft.pictures.as_slice()).unwrap_or_default();
    let written = sqlx::query!(
        r#"with thread as (
             update people.support_threads
             set last_seq = last_seq + 1, version = version + 1, state = $2, updated_at = $3,
                 waiting_since = case when $2 = 'waiting' then coalesce(waiting_since, $3) end,
                 closed_at = case when $2 = 'closed' then $3::timestamptz end
             where id = $1 returning id, last_seq, version)
           insert into people.support_messages (thread_id, seq, kind, side, author_id, text, pictures, client_id, created_at)
           select id, last_seq, $4, $5, $6, $7, $8, $9, $3 from thread
           returning seq, (select version from thread) as "version!""#,
        thread_id,
        entry.state.as_str(),
        now,
        entry.kind.as_str(),
        entry.side.map(SupportSide::as_str),
        entry.author_id,
        entry.draft.map_or("", |draft| draft.text.as_str()),
        pictures,
        entry.draft.map(|draft| draft.client_id)
    )
    .fetch_one(change.conn())
    .await?;
    let (id, state) = (thread_id, entry.state);
    change.emit(&SupportThreadLive { id, state, version: written.version, last_seq: written.seq })?;
    change.emit(&SupportStaffLive { id, state })?;
    Ok(written.seq)
}

/// The reader of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub user_id: i64,
    pub staff: bool,
}

/// Returns the thread with its newest entries, or those before a known one.
///
/// # Errors
/// 404 `support_thread_not_found`.
pub async fn view(app: &App, id: i64, reader: Reader, before: Option<i32>) -> Result<SupportThread, Problem> {
    let mut tx = one_moment(&app.db).await?;
    let row = ThreadRow::load(&mut tx, id).await?;
    let items = messages(&mut tx, id, reader.staff, before).await?;
    let order = match &row.order_number {
        Some(number) => attached::order(app, &mut tx, row.user_id, number).await?,
        None => None,
    };
    let tournament = match row.tournament_id {
        Some(id) => attached::tournament(app, &mut tx, id).await?,
        None => None,
    };
    let member = if reader.staff { Some(member(&mut tx, row.user_id).await?) } else { None };
    tx.commit().await?;
    Ok(SupportThread {
        id,
        topic: row.topic,
        subject: row.subject,
        state: row.state,
        version: row.version,
        created_at: row.created_at,
        order,
        tournament,
        page: row.page,
        more: items.first().is_some_and(|first| first.seq > 1),
        items,
        last_seq: row.last_seq,
        read_seq: row.read_seq,
        member,
        live: app.grant(topics::support_thread(id), reader.user_id)?,
    })
}

/// Returns entries in ascending order: the newest, or those before a number. Members see no names of staff.
pub async fn messages(
    conn: &mut PgConnection,
    thread_id: i64,
    staff: bool,
    before: Option<i32>,
) -> Result<Vec<SupportMessage>, Problem> {
    let mut rows = sqlx::query!(
        r#"select m.seq, m.kind as "kind: SupportEntry", m.side as "side: SupportSide", u.display_name as "name?", m.text, m.pictures, m.created_at
           from people.support_messages m left join people.users u on u.id = m.author_id
           where m.thread_id = $1 and ($2::int is null or m.seq < $2) order by m.seq desc limit $3"#,
        thread_id,
        before,
        PART
    )
    .fetch_all(&mut *conn)
    .await?;
    rows.reverse();
    let shown: Vec<Uuid> = rows.iter().flat_map(|row| row.pictures.iter().copied()).collect();
    let sizes =
        sqlx::query!("select id, width, height from people.support_pictures where id = any($1)", &shown).fetch_all(conn).await?;
    let sizes: HashMap<Uuid, (i32, i32)> = sizes.into_iter().map(|row| (row.id, (row.width, row.height))).collect();
    let items = rows.into_iter().map(|row| {
        let picture = |id: &Uuid| sizes.get(id).map(|&(width, height)| SupportPicture { id: *id, width, height });
        SupportMessage {
            seq: row.seq,
            kind: row.kind,
            side: row.side,
            name: row.name.filter(|_| staff),
            pictures: row.pictures.iter().filter_map(picture).collect(),
            text: Some(row.text).filter(|text| !text.is_empty()),
            at: row.created_at,
        }
    });
    Ok(items.collect())
}

async fn member(conn: &mut PgConnection, user_id: i64) -> Result<SupportMember, Problem> {
    let row = sqlx::query!(
        r#"select display_name, language, suspended_at is not null as "suspended!",
                  case when email_verified_at is not null then email::text end as email,
                  case when msisdn_verified_at is not null then msisdn end as msisdn
           from people.users where id = $1"#,
        user_id
    )
    .fetch_one(conn)
    .await?;
    Ok(SupportMember {
        user_id,
        name: row.display_name,
        language: row.language,
        email: row.email,
        mobile_number: row.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()).map(|number| number.masked()),
        suspended: row.suspended,
    })
}
