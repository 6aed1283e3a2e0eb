//! Reads threads.

use std::collections::HashMap;

use manao_domain::talk;
use serde::Deserialize;
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json as SqlJson;
use utoipa::IntoParams;

use super::live::ThreadScope;
use super::shapes::{
    EntrantThread, LastMessage, MessageFlag, MessagePicture, MessageSide, ReadMarks, RepliedMessage, ThreadMessage, ThreadPage,
};
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Code, Problem, codes};

const MOST: i64 = 100;
const USUAL: i64 = 50;
/// Most characters of a message in a short form.
const SHORT: usize = 120;

/// The part of a thread to read: the newest messages, or those beside a known one.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ThreadPart {
    /// Only messages with a lower `seq`
    #[serde(default)]
    before: Option<i64>,
    /// Only messages with a higher `seq`
    #[serde(default)]
    after: Option<i64>,
    /// At most 100; 50 when absent
    #[serde(default)]
    limit: Option<i64>,
}

/// A thread's row.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    pub id: i64,
    pub place: ThreadScope,
    pub last_seq: i64,
}

impl Thread {
    /// # Errors
    /// 404 when there is none, as for a heat.
    pub async fn load(conn: &mut PgConnection, place: ThreadScope) -> Result<Self, Problem> {
        let row = sqlx::query!(
            "select id, last_seq from esports.threads where match_id = $1 or entrant_id = $2",
            place.match_id(),
            place.entrant_id()
        )
        .fetch_optional(conn)
        .await?
        .ok_or(missing(place))?;
        Ok(Self { id: row.id, place, last_seq: row.last_seq })
    }

    /// Does the same with the thread locked until the change ends, which reserves the next number for this change.
    ///
    /// # Errors
    /// Same as [`Thread::load`].
    pub async fn lock(conn: &mut PgConnection, place: ThreadScope) -> Result<Self, Problem> {
        let row = sqlx::query!(
            "select id, last_seq from esports.threads where match_id = $1 or entrant_id = $2 for no key update",
            place.match_id(),
            place.entrant_id()
        )
        .fetch_optional(conn)
        .await?
        .ok_or(missing(place))?;
        Ok(Self { id: row.id, place, last_seq: row.last_seq })
    }

    /// # Errors
    /// 404 `thread_not_found`.
    pub async fn by_id(conn: &mut PgConnection, id: i64) -> Result<Self, Problem> {
        let row = sqlx::query!("select match_id, entrant_id, last_seq from esports.threads where id = $1", id)
            .fetch_optional(conn)
            .await?
            .ok_or(codes::thread_not_found)?;
        let place = match (row.match_id, row.entrant_id) {
            (Some(id), _) => ThreadScope::Match(id),
            (_, Some(id)) => ThreadScope::Entrant(id),
            _ => return Err(codes::thread_not_found.into()),
        };
        Ok(Self { id, place, last_seq: row.last_seq })
    }
}

pub fn missing(place: ThreadScope) -> Code {
    if place.match_id().is_some() { codes::match_not_found } else { codes::entrant_not_found }
}

pub fn is_staff(role: Role) -> bool {
    matches!(role, Role::Promoter | Role::CoPromoter | Role::Assistant)
}

/// Returns the side that the user speaks for now: staff, or else a side. None without a right there (`things.rs`).
pub async fn side_of(
    conn: &mut PgConnection,
    place: ThreadScope,
    user_id: i64,
    staff: bool,
) -> Result<Option<MessageSide>, Problem> {
    let row = sqlx::query!(
        r#"select exists (select from esports.tournaments t where t.id = l.tournament_id and t.promoter_id = u.id
                    and not exists (select from esports.promoters p where p.user_id = u.id and p.revoked_at is not null))
                  or exists (select from esports.tournament_staff s where s.tournament_id = l.tournament_id and s.user_id = u.id) as "runs!",
                  (select case e.id when l.home_id then 'home' when l.away_id then 'away' else 'entrant' end
                   from esports.entrants e where e.id in (l.home_id, l.away_id, l.entrant_id)
                     and (case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = u.id
                            and (l.entrant_id is not null or e.active)
                          or exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = u.id and p.left_at is null
                                     and (p.active or l.entrant_id is not null)))
                   order by e.id limit 1) as "side: MessageSide"
           from (select m.home_id, m.away_id, e.id as entrant_id, coalesce(m.tournament_id, e.tournament_id) as tournament_id
                 from (select $1::bigint as match_id, $2::bigint as entrant_id) n
                 left join esports.matches m on m.id = n.match_id left join esports.entrants e on e.id = n.entrant_id) l
           join people.users u on u.id = $3 and u.suspended_at is null"#,
        place.match_id(),
        place.entrant_id(),
        user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| if staff { row.runs.then_some(MessageSide::Staff) } else { row.side }))
}

/// Returns the tournament of a thread, if it may still be written to. Once it is over, players can send nothing more; staff still can.
///
/// # Errors
/// 409 `tournament_over`, `tournament_cancelled`, unless `staff`.
pub async fn open(conn: &mut PgConnection, place: ThreadScope, staff: bool) -> Result<i64, Problem> {
    let row = sqlx::query!(
        r#"select t.id, t.cancelled_at is not null as "cancelled!", t.finished_at is not null as "finished!" from esports.tournaments t
           where t.id = coalesce((select tournament_id from esports.matches where id = $1), (select tournament_id from esports.entrants where id = $2))"#,
        place.match_id(),
        place.entrant_id()
    )
    .fetch_one(conn)
    .await?;
    match (staff, row.cancelled, row.finished) {
        (false, true, _) => Err(codes::tournament_cancelled.into()),
        (false, _, true) => Err(codes::tournament_over.into()),
        _ => Ok(row.id),
    }
}

/// Returns a part of the thread, as this reader may see it.
///
/// # Errors
/// 404 when there is no such thread.
pub async fn page(app: &App, place: ThreadScope, (user_id, staff): (i64, bool), part: ThreadPart) -> Result<ThreadPage, Problem> {
    let mut tx = one_moment(&app.db).await?;
    let thread = Thread::load(&mut tx, place).await?;
    let limit = part.limit.unwrap_or(USUAL).clamp(1, MOST);
    // Numbers have no gaps, so a part is a range.
    let (first, last) = match (part.after, part.before) {
        (Some(after), _) => (after.clamp(0, thread.last_seq) + 1, after.clamp(0, thread.last_seq) + limit),
        (None, before) => {
            let last = before.map_or(thread.last_seq, |before| before.saturating_sub(1).clamp(0, thread.last_seq));
            (last - limit + 1, last)
        }
    };
    let items = messages(&mut tx, thread.id, (first, last), staff).await?;
    let marks = sqlx::query!(
        r#"select side as "side: MessageSide", max(seq) as "seq!" from esports.message_reads where thread_id = $1 group by side"#,
        thread.id
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut read = ReadMarks::default();
    let sides: &[MessageSide] = match place {
        ThreadScope::Match(_) => &[MessageSide::Home, MessageSide::Away, MessageSide::Staff],
        ThreadScope::Entrant(_) => &[MessageSide::Entrant, MessageSide::Staff],
    };
    sides.iter().for_each(|side| read.set(*side, 0));
    marks.iter().for_each(|mark| read.set(mark.side, mark.seq));
    let mine =
        sqlx::query_scalar!("select seq from esports.message_reads where thread_id = $1 and user_id = $2", thread.id, user_id)
            .fetch_optional(&mut *tx)
            .await?;
    let muted = sqlx::query_scalar!("select muted_id from esports.mutes where user_id = $1 order by muted_id", user_id)
        .fetch_all(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(ThreadPage {
        thread_id: thread.id,
        items,
        last_seq: thread.last_seq,
        more: if part.after.is_some() { last < thread.last_seq } else { first > 1 },
        read,
        mine: mine.unwrap_or(0),
        muted,
        live: app.grant(place.topic(), user_id)?,
    })
}

/// Returns the messages of this range of numbers, both ends included.
pub async fn messages(
    conn: &mut PgConnection,
    thread_id: i64,
    (first, last): (i64, i64),
    staff: bool,
) -> Result<Vec<ThreadMessage>, Problem> {
    let rows = sqlx::query!(
        r#"select m.id, m.seq, m.kind, m.side as "side: MessageSide", m.author_id, m.name, m.text, m.pictures, m.data as "data: Value",
                  m.created_at, m.client_id, m.hidden_at is not null or not $4 and m.kind = 'text' and esports.is_after_leaving(m) as "hidden!",
                  r.seq as "replied_seq?", r.name as "replied_name?",
                  case when r.hidden_at is null and ($4 or r.id is null or not esports.is_after_leaving(r)) then r.text else '' end as replied_text,
                  case when $4 then (select jsonb_agg(jsonb_build_object('reason', f.reason, 'note', nullif(f.note, ''), 'waits', f.settled_at is null)
                                     order by f.created_at, f.user_id) from esports.message_flags f where f.message_id = m.id) end
                    as "flagged: SqlJson<Vec<MessageFlag>>"
           from esports.messages m left join esports.messages r on r.thread_id = m.thread_id and r.seq = m.reply_to
           where m.thread_id = $1 and m.seq between $2 and $3 order by m.seq"#,
        thread_id,
        first,
        last,
        staff
    )
    .fetch_all(&mut *conn)
    .await?;
    let shown: Vec<_> = rows.iter().filter(|row| staff || !row.hidden).flat_map(|row| row.pictures.iter().copied()).collect();
    let pictures =
        sqlx::query!("select id, width, height from esports.room_pictures where id = any($1)", &shown).fetch_all(conn).await?;
    let pictures: HashMap<_, _> = pictures.into_iter().map(|row| (row.id, (row.width, row.height))).collect();
    let items = rows.into_iter().map(|row| {
        let flagged = row.flagged.map_or_else(Vec::new, |flagged| flagged.0);
        let masked = talk::masked(&row.text).into_owned();
        let original = (staff && masked != row.text).then_some(row.text);
        let found = row.pictures.iter().filter_map(|id| pictures.get(id).map(|(width, height)| (*id, *width, *height)));
        ThreadMessage {
            id: row.id,
            thread_id,
            seq: row.seq,
            kind: row.kind,
            side: row.side,
            user_id: row.author_id,
            name: row.name,
            text: Some(masked).filter(|text| !text.is_empty() && (staff || !row.hidden)),
            pictures: found.map(|(id, width, height)| MessagePicture { id, width, height }).collect(),
            data: row.data,
            reply_to: row.replied_seq.zip(row.replied_name).map(|(seq, name)| RepliedMessage {
                seq,
                name,
                text: short(&row.replied_text.unwrap_or_default()),
            }),
            at: row.created_at,
            client_id: row.client_id,
            hidden: row.hidden,
            flags: i64::try_from(flagged.len()).ok().filter(|flags| *flags > 0),
            flagged,
            original,
        }
    });
    // Pictures of hidden messages were not queried, so none are shown.
    Ok(items.collect())
}

fn short(text: &str) -> String {
    talk::masked(text).chars().take(SHORT).collect()
}

/// Returns the entrants of a tournament with their latest message, those with unread or reported messages first.
pub async fn entrants(app: &App, tournament_id: i64, user_id: i64, paging: Paging) -> Result<Page<EntrantThread>, Problem> {
    let rows = sqlx::query!(
        r#"with lines as (
             select e.id, e.name, e.short_name, e.logo, t.id as thread_id, coalesce(t.last_seq, 0) as last_seq,
                    case when t.last_seq > coalesce(r.seq, 0) then (
                      select count(*) from esports.messages m where m.thread_id = t.id and m.seq > coalesce(r.seq, 0) and m.side = 'entrant'
                        and m.hidden_at is null) else 0 end as unread,
                    (select count(*) from esports.messages m where m.thread_id = t.id and m.hidden_at is null
                       and exists (select from esports.message_flags f where f.message_id = m.id and f.settled_at is null)) as reported
             from esports.entrants e left join esports.threads t on t.entrant_id = e.id
             left join esports.message_reads r on r.thread_id = t.id and r.user_id = $2
             where e.tournament_id = $1 and (e.submitted_at is not null or t.last_seq > 0))
           select l.id, l.name, l.short_name, l.logo, l.thread_id as "thread_id?", l.last_seq as "last_seq!", l.unread as "unread!", l.reported as "reported!",
                  m.name as "last_name?", m.side as "last_side?: MessageSide", m.kind as "last_kind?", m.created_at as "last_at?",
                  case when m.hidden_at is null then m.text else '' end as last_text, count(*) over () as "total!"
           from lines l left join esports.messages m on m.thread_id = l.thread_id and m.seq = l.last_seq
           order by l.unread > 0 or l.reported > 0 desc, m.created_at desc nulls last, l.name, l.id limit $3 offset $4"#,
        tournament_id,
        user_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&app.db)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let items = rows.into_iter().map(|row| {
        let text = short(&row.last_text.unwrap_or_default());
        let last = match (row.last_name, row.last_kind, row.last_at) {
            (Some(name), Some(kind), Some(at)) => {
                Some(LastMessage { name, side: row.last_side, text: Some(text).filter(|text| !text.is_empty()), kind, at })
            }
            _ => None,
        };
        EntrantThread {
            contestant_id: row.id,
            name: row.name,
            short_name: row.short_name,
            logo: row.logo,
            thread_id: row.thread_id,
            unread: row.unread,
            reported: row.reported,
            last_seq: row.last_seq,
            last,
        }
    });
    Ok(Page::new(paging, items.collect(), total))
}

/// Returns the person's entry in that tournament, as a player or as acting captain; an active one before one that has ended.
///
/// # Errors
/// 409 `tournament_not_participating`.
pub async fn entrant_of(app: &App, tournament_id: i64, user_id: i64) -> Result<i64, Problem> {
    sqlx::query_scalar!(
        "select e.id from esports.entrants e
         where e.tournament_id = $1 and (case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = $2
           or exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = $2 and p.left_at is null))
         order by not e.active, e.id desc limit 1",
        tournament_id,
        user_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or_else(|| codes::tournament_not_participating.into())
}

/// # Errors
/// 404 `entrant_not_found` when it has not entered that tournament.
pub async fn of_tournament(app: &App, entrant_id: i64, tournament_id: i64) -> Result<(), Problem> {
    sqlx::query!("select id from esports.entrants where id = $1 and tournament_id = $2", entrant_id, tournament_id)
        .fetch_optional(&app.db)
        .await?
        .map(|_| ())
        .ok_or_else(|| codes::entrant_not_found.into())
}
