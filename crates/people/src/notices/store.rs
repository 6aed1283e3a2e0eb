//! The data that a notice job reads and writes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;

use super::news::{NoticeItem, Notification};
use super::settings::MailChoice;
use super::subjects::{self, WaitingNotice};
use crate::inbox::{Subject, SubjectKind};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::providers::push::Browser;

/// Days of refusals after which a browser is removed.
const FAILED_DAYS: i64 = 14;

/// A person to notify, with their preferences.
pub struct Reader {
    pub user_id: i64,
    pub language: Lang,
    pub push: bool,
    pub mail: MailChoice,
}

/// A person's browser.
#[derive(Clone)]
pub struct Target {
    pub subscription_id: i64,
    pub user_id: i64,
    endpoint: String,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
}

impl Target {
    pub fn browser(&self) -> Browser {
        Browser { endpoint: self.endpoint.clone(), p256dh: self.p256dh.clone(), auth: self.auth.clone() }
    }
}

/// Loads the messages that are still unread and still relevant, by id, each in its reader's language. A message is left out when its question
/// can no longer be answered.
pub async fn unread(app: &App, ids: &[i64]) -> Result<HashMap<i64, NoticeItem>, Problem> {
    let mut conn = app.db.acquire().await?;
    let rows = sqlx::query!(
        r#"select m.id, m.user_id, m.kind, m.created_at, m.subject_kind as "subject_kind: SubjectKind", m.subject_id, m.href,
                  case when u.language = 'en' then m.title_en else m.title_th end as "title!",
                  case when u.language = 'en' then m.body_en else m.body_th end as "body!"
           from people.inbox_messages m join people.users u on u.id = m.user_id
           where m.id = any($1) and m.read_at is null and m.deleted_at is null"#,
        ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let about = rows.iter().filter_map(|row| {
        let subject = Subject::new(row.subject_kind?, row.subject_id?);
        let (message_id, user_id, created_at) = (row.id, row.user_id, row.created_at);
        Some(WaitingNotice { message_id, user_id, kind: row.kind.clone(), created_at, subject })
    });
    let subjects = subjects::load(app, &mut conn, &about.collect::<Vec<_>>(), app.now()).await?;
    let obsolete: BTreeSet<i64> = subjects.iter().filter(|about| about.obsolete).map(|about| about.message_id).collect();
    let wanted = rows.into_iter().filter(|row| !obsolete.contains(&row.id));
    let items =
        wanted.map(|row| (row.id, NoticeItem { id: row.id, kind: row.kind, title: row.title, body: row.body, href: row.href }));
    Ok(items.collect())
}

pub async fn readers(db: &PgPool, people: &[i64]) -> Result<BTreeMap<i64, Reader>, Problem> {
    let rows = sqlx::query_as!(
        Reader,
        r#"select u.id as "user_id!", u.language as "language!: Lang", coalesce(s.push, true) as "push!",
                  case when o.user_id is null then coalesce(s.mail, 'off') else 'off' end as "mail!: MailChoice"
           from people.users u left join people.notice_settings s on s.user_id = u.id
                        left join people.mail_switched_off o on o.user_id = u.id and o.topic = 'tournaments'
           where u.id = any($1)"#,
        people
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|reader| (reader.user_id, reader)).collect())
}

/// Loads their browsers, except those that were logged out.
pub async fn targets(db: &PgPool, people: &[i64]) -> Result<Vec<Target>, Problem> {
    let targets = sqlx::query_as!(
        Target,
        "select id as subscription_id, user_id, endpoint, p256dh, auth from people.push_subscriptions p
         where user_id = any($1) and not exists (select from people.sessions s where s.id = p.session_id and s.ended_at is not null
                                                 and s.ended_reason is distinct from 'expired')
         order by id",
        people
    )
    .fetch_all(db)
    .await?;
    Ok(targets)
}

/// Records that these messages go to these subscriptions, and returns the pairs that are new.
pub async fn claim_pushes(db: &PgPool, wanted: Vec<(i64, i64)>, now: DateTime<Utc>) -> Result<BTreeSet<(i64, i64)>, Problem> {
    let (messages, subscriptions): (Vec<i64>, Vec<i64>) = wanted.into_iter().unzip();
    // Subscriptions and messages may have been deleted in the meantime.
    let rows = sqlx::query!(
        r#"insert into people.notices_sent (inbox_message_id, way, subscription_id, at)
           select m.id, 'push', p.id, $3 from unnest($1::bigint[], $2::bigint[]) as wanted (message, subscription)
             join people.inbox_messages m on m.id = message join people.push_subscriptions p on p.id = subscription
           on conflict do nothing returning inbox_message_id, subscription_id as "subscription_id!""#,
        &messages,
        &subscriptions,
        now
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.inbox_message_id, row.subscription_id)).collect())
}

/// Stores the outcome of pushes: a message that was not sent may be sent again.
pub async fn conclude(
    change: &mut Change,
    taken: &[i64],
    refused: &[i64],
    gone: &[i64],
    unsent: &BTreeSet<(i64, i64)>,
) -> Result<(), Problem> {
    let now = change.now();
    let (messages, subscriptions): (Vec<i64>, Vec<i64>) = unsent.iter().copied().unzip();
    if !unsent.is_empty() {
        sqlx::query!(
            "delete from people.notices_sent s using unnest($1::bigint[], $2::bigint[]) as unsent (message, subscription)
             where s.inbox_message_id = message and s.way = 'push' and s.subscription_id = subscription",
            &messages,
            &subscriptions
        )
        .execute(change.conn())
        .await?;
    }
    if !gone.is_empty() {
        sqlx::query!("delete from people.push_subscriptions where id = any($1)", gone).execute(change.conn()).await?;
    }
    // A push service that refuses now, and accepted nothing for so long, does not want our messages.
    if !refused.is_empty() {
        sqlx::query!(
            "delete from people.push_subscriptions where id = any($1) and not id = any($2) and failed_at < $3",
            refused,
            taken,
            now - TimeDelta::days(FAILED_DAYS)
        )
        .execute(change.conn())
        .await?;
    }
    if !refused.is_empty() || !taken.is_empty() {
        sqlx::query!(
            "update people.push_subscriptions set failed_at = case when id = any($2) then null else coalesce(failed_at, $3) end
             where id = any($1) or (id = any($2) and failed_at is not null)",
            refused,
            taken,
            now
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

/// Returns whether a push service has accepted it, now or earlier.
pub async fn was_pushed(change: &mut Change, news: &Notification) -> Result<bool, Problem> {
    let pushed = sqlx::query_scalar!(
        r#"select exists (select from people.notices_sent where inbox_message_id = any($1) and way = 'push') as "pushed!""#,
        &ids(news)
    )
    .fetch_one(change.conn())
    .await?;
    Ok(pushed)
}

/// Claims the mail of these messages; returns whether none of them was mailed before.
pub async fn claim_mail(change: &mut Change, news: &Notification) -> Result<bool, Problem> {
    let now = change.now();
    let claimed = sqlx::query!(
        "insert into people.notices_sent (inbox_message_id, way, at) select id, 'mail', $2 from people.inbox_messages where id = any($1)
         on conflict do nothing",
        &ids(news),
        now
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    Ok(claimed > 0)
}

fn ids(news: &Notification) -> Vec<i64> {
    news.told.iter().map(|message| message.id).collect()
}
