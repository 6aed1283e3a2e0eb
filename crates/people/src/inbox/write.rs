//! Writing a message.

use super::live::{BadgeLive, InboxChange, InboxLive};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

use super::{Stream, Subject};

/// A message to a person's inbox.
#[derive(Clone, Debug)]
pub struct Message {
    pub stream: Stream,
    /// Stable word, `order_delivered`; the web picks the icon by it
    pub kind: &'static str,
    /// Plain text in both languages; the reader gets theirs
    pub title: Text,
    pub body: Text,
    /// Path of this site without the language (`/account/purchased`)
    pub href: Option<String>,
    pub subject: Option<Subject>,
}

/// Writes a message to a person's inbox and notifies their open pages. Call it late in a change: it locks the person's badge, which must be
/// locked last.
pub async fn write(change: &mut Change, user_id: i64, message: &Message) -> Result<(), Problem> {
    write_to_many(change, &[user_id], message).await
}

/// Writes the same message to several people, each once.
pub async fn write_to_many(change: &mut Change, user_ids: &[i64], message: &Message) -> Result<(), Problem> {
    write_and_note(change, user_ids, message).await.map(|_| ())
}

/// Works like [`write_to_many`], and returns each message's id with its reader.
pub async fn write_and_note(change: &mut Change, user_ids: &[i64], message: &Message) -> Result<Vec<(i64, i64)>, Problem> {
    let now = change.now();
    let stream = message.stream;
    let written = sqlx::query!(
        "insert into people.inbox_messages (user_id, stream, kind, title_th, title_en, body_th, body_en, href, subject_kind, subject_id, created_at)
         select distinct user_id, $2, $3, $4, $5, $6, $7, $8, $9::text, $10::bigint, $11::timestamptz from unnest($1::bigint[]) as user_id
         returning id, user_id",
        user_ids,
        stream.as_str(),
        message.kind,
        message.title.th,
        message.title.en,
        message.body.th,
        message.body.en,
        message.href,
        message.subject.map(|of| of.kind.as_str()),
        message.subject.map(|of| of.id),
        now
    )
    .fetch_all(change.conn())
    .await?;
    let written: Vec<(i64, i64)> = written.into_iter().map(|message| (message.id, message.user_id)).collect();
    announce(change, stream, user_ids, &written).await?;
    Ok(written)
}

/// Notifies open pages that these proposals are no longer open, so that a message about one shows its outcome.
pub async fn proposals_ended(change: &mut Change, proposal_ids: &[i64]) -> Result<(), Problem> {
    if proposal_ids.is_empty() {
        return Ok(());
    }
    let messages = sqlx::query!(
        r#"select id, user_id, stream as "stream: Stream" from people.inbox_messages where subject_kind = 'proposal' and subject_id = any($1) and deleted_at is null"#,
        proposal_ids
    )
    .fetch_all(change.conn())
    .await?;
    for message in messages {
        let inbox =
            InboxLive { user_id: message.user_id, stream: message.stream, id: Some(message.id), change: InboxChange::Answered };
        change.emit(&inbox)?;
    }
    Ok(())
}

/// Writes to each of several people a message of their own; each person is named once. A change that notifies several people of different things
/// must use one call: badges are locked in the order of the people, and two calls could deadlock.
pub async fn write_each(change: &mut Change, stream: Stream, messages: &[(i64, Message)]) -> Result<(), Problem> {
    let now = change.now();
    let each = |of: fn(&Message) -> &str| -> Vec<String> { messages.iter().map(|(_, message)| of(message).to_owned()).collect() };
    let people: Vec<i64> = messages.iter().map(|(user_id, _)| *user_id).collect();
    let links: Vec<Option<String>> = messages.iter().map(|(_, message)| message.href.clone()).collect();
    let subjects: Vec<Option<String>> =
        messages.iter().map(|(_, message)| message.subject.map(|of| of.kind.as_str().to_owned())).collect();
    let subject_ids: Vec<Option<i64>> = messages.iter().map(|(_, message)| message.subject.map(|of| of.id)).collect();
    let written = sqlx::query!(
        "insert into people.inbox_messages (user_id, stream, kind, title_th, title_en, body_th, body_en, href, subject_kind, subject_id,
                                            created_at)
         select user_id, $1, kind, title_th, title_en, body_th, body_en, href, subject_kind, subject_id, $2::timestamptz
         from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::text[], $11::bigint[])
              as m (user_id, kind, title_th, title_en, body_th, body_en, href, subject_kind, subject_id)
         returning id, user_id",
        stream.as_str(),
        now,
        &people,
        &each(|message| message.kind),
        &each(|message| &message.title.th),
        &each(|message| &message.title.en),
        &each(|message| &message.body.th),
        &each(|message| &message.body.en),
        &links as &[Option<String>],
        &subjects as &[Option<String>],
        &subject_ids as &[Option<i64>]
    )
    .fetch_all(change.conn())
    .await?;
    let written: Vec<(i64, i64)> = written.into_iter().map(|message| (message.id, message.user_id)).collect();
    announce(change, stream, &people, &written).await
}

/// Works like [`write_each`], but skips a person who has an unread message of the same kind and address, so that nobody is notified twice.
pub async fn write_each_unless_unread(change: &mut Change, stream: Stream, messages: &[(i64, Message)]) -> Result<(), Problem> {
    let people: Vec<i64> = messages.iter().map(|(user_id, _)| *user_id).collect();
    let kinds: Vec<String> = messages.iter().map(|(_, message)| message.kind.to_owned()).collect();
    let links: Vec<Option<String>> = messages.iter().map(|(_, message)| message.href.clone()).collect();
    let waiting = sqlx::query_scalar!(
        r#"select distinct i.user_id from unnest($1::bigint[], $2::text[], $3::text[]) as u (id, kind, href)
           join people.inbox_messages i on i.user_id = u.id and i.stream = $4 and i.read_at is null and i.deleted_at is null
             and i.kind = u.kind and i.href is not distinct from u.href"#,
        &people,
        &kinds,
        &links as &[Option<String>],
        stream.as_str()
    )
    .fetch_all(change.conn())
    .await?;
    let news: Vec<(i64, Message)> = messages.iter().filter(|(user_id, _)| !waiting.contains(user_id)).cloned().collect();
    if news.is_empty() { Ok(()) } else { write_each(change, stream, &news).await }
}

/// Counts the messages, each with its reader, and notifies open pages.
async fn announce(change: &mut Change, stream: Stream, user_ids: &[i64], written: &[(i64, i64)]) -> Result<(), Problem> {
    // In the order of the people, so that two writers to the same people cannot deadlock.
    let badges = sqlx::query!(
        "insert into people.badges (user_id, unread, unread_esport)
         select user_id, $2, $3 from (select distinct user_id from unnest($1::bigint[]) as user_id) as people order by user_id
         on conflict (user_id) do update set unread = badges.unread + excluded.unread,
                unread_esport = badges.unread_esport + excluded.unread_esport, version = badges.version + 1
         returning user_id, unread, unread_esport, version",
        user_ids,
        i32::from(stream == Stream::Shop),
        i32::from(stream == Stream::Esports)
    )
    .fetch_all(change.conn())
    .await?;
    for (id, user_id) in written {
        let inbox = InboxLive { user_id: *user_id, stream, id: Some(*id), change: InboxChange::Written };
        change.emit(&inbox)?;
    }
    for badge in badges {
        let badge = BadgeLive {
            user_id: badge.user_id,
            unread: badge.unread,
            unread_esport: badge.unread_esport,
            version: badge.version,
        };
        change.emit(&badge)?;
    }
    Ok(())
}
