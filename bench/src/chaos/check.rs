//! The final check: every client shows, the API answers and the database holds the same.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;
use sqlx::PgPool;
use tokio::time::Instant;

use super::actors::Ledger;
use super::client::{Client, settled};
use super::copy::{Copy, Part, check_talk};
use super::rest::Api;

/// Longest time until all events are sent: the comparison of positions comes every half minute.
const PATIENCE: Duration = Duration::from_secs(75);
const PAUSE: Duration = Duration::from_millis(500);

pub async fn whole(db: &PgPool, clients: &[Arc<Client>], api: &Api, ledger: &Ledger) -> Result<Vec<String>> {
    let mut faults: Vec<String> = ledger.faults.clone();
    let begun = Instant::now();
    // Work still pending: events to be sent, announcements to be delivered, jobs that are due or to be retried.
    let waits =
        "select (select count(*) from kernel.outbox) + (select count(*) from esports.broadcasts where finished_at is null)
                      + (select count(*) from graphile_worker._private_jobs
                          where attempts < max_attempts and (attempts > 0 or run_at <= now()))";
    while sqlx::query_scalar::<_, i64>(waits).fetch_one(db).await? > 0 {
        if begun.elapsed() > PATIENCE {
            faults.push("events were not told, announcements not delivered, or jobs not done in time".to_owned());
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    if let Err(error) = settled(clients, PATIENCE).await {
        faults.push(format!("{error:#}"));
    }
    for client in clients.iter().filter(|client| !client.has_lost()) {
        for part in client.parts() {
            // The scheduler goes on, and its events take time to arrive.
            loop {
                let differs = Copy::differs(&client.copy, part, api, &client.member).await?;
                match differs {
                    None => break,
                    Some(differs) if begun.elapsed() > PATIENCE => {
                        faults.push(format!("{}: {differs}", client.name));
                        break;
                    }
                    Some(_) => tokio::time::sleep(PAUSE).await,
                }
            }
        }
    }
    println!("chaos: compared after {:.1} s", begun.elapsed().as_secs_f64());
    for client in clients {
        faults.extend(client.copy().faults.iter().map(|fault| format!("{}: {fault}", client.name)));
        if client.has_lost() {
            continue;
        }
        if let Err(error) = against_rows(db, client, ledger).await {
            faults.push(format!("{}: {error:#}", client.name));
        }
    }
    faults.extend(once(db, ledger).await?);
    Ok(faults)
}

/// Compares a client's pages with the rows themselves.
async fn against_rows(db: &PgPool, client: &Client, ledger: &Ledger) -> Result<()> {
    for part in client.parts() {
        let (room, entrant) = match part {
            Part::Room(id) => (Some(*id), None),
            Part::Thread(path) if path.starts_with("/tournament/get/message/") => {
                (None, path.rsplit('/').next().and_then(|id| id.parse().ok()))
            }
            _ => continue,
        };
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "select m.seq, m.id from esports.messages m join esports.threads t on t.id = m.thread_id where t.match_id = $1 or t.entrant_id = $2 order by m.seq",
        )
        .bind::<Option<i64>>(room)
        .bind::<Option<i64>>(entrant)
        .fetch_all(db)
        .await?;
        let talk = client.copy().talk(part);
        check_talk(&talk)?;
        ensure!(talk == rows, "{part:?}: {} messages are shown, {} are stored", talk.len(), rows.len());
        let Some(room) = room else { continue };
        let state: String =
            sqlx::query_scalar("select state from esports.matches where id = $1").bind(room).fetch_one(db).await?;
        let version: Option<i64> = sqlx::query_scalar("select version from esports.match_rooms where match_id = $1")
            .bind(room)
            .fetch_optional(db)
            .await?;
        let now = client.copy().now(room);
        ensure!(
            now["state"] == state && now["version"].as_i64() == version.or(Some(0)),
            "match {room} is {state} {version:?}, shown is {now}"
        );
    }
    let badge: Option<(i32, i32)> = sqlx::query_as("select unread, unread_esport from people.badges where user_id = $1")
        .bind(client.user_id)
        .fetch_optional(db)
        .await?;
    let (unread, unread_esport) = badge.unwrap_or_default();
    let counted: (i64, i64) = sqlx::query_as(
        "select count(*) filter (where stream = 'shop'), count(*) filter (where stream = 'esports') from people.inbox_messages
         where user_id = $1 and read_at is null and deleted_at is null",
    )
    .bind(client.user_id)
    .fetch_one(db)
    .await?;
    ensure!(counted == (unread.into(), unread_esport.into()), "the badge says {badge:?}, unread are {counted:?}");
    let shown = client.copy().badge();
    ensure!(
        shown["unread"] == json!(unread) && shown["unreadEsport"] == json!(unread_esport),
        "the badge is {badge:?}, shown is {shown}"
    );
    let inbox = client.copy().inbox();
    for text in &ledger.announced {
        let times = inbox.iter().filter(|message| message["message"] == *text).count();
        ensure!(times < 2, "announced twice: {text}");
    }
    Ok(())
}

/// Checks that each accepted message exists once, with the number answered, and that each announcement reached each reader once.
async fn once(db: &PgPool, ledger: &Ledger) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let stored: Vec<(String, i64)> =
        sqlx::query_as("select client_id::text, seq from esports.messages where client_id is not null").fetch_all(db).await?;
    let all: HashSet<(&str, i64)> = stored.iter().map(|(id, seq)| (id.as_str(), *seq)).collect();
    let ids: HashSet<&str> = stored.iter().map(|(id, _)| id.as_str()).collect();
    if ids.len() != stored.len() {
        faults.push("a message is stored twice".to_owned());
    }
    for sent in &ledger.sent {
        if !all.contains(&(sent.client_id.as_str(), sent.seq)) {
            faults.push(format!("message {} was answered as number {} and is not there", sent.client_id, sent.seq));
        }
    }
    let wrong: Vec<(i64, i64, i64)> = sqlx::query_as(
        "select b.id, r.user_id, (select count(*) from people.inbox_messages i where i.user_id = r.user_id and i.kind = 'broadcast' and i.body_th = b.text)
         from esports.broadcasts b join esports.broadcast_readers r on r.broadcast_id = b.id
         where b.text = any($1)
           and (select count(*) from people.inbox_messages i where i.user_id = r.user_id and i.kind = 'broadcast' and i.body_th = b.text) <> 1",
    )
    .bind(&ledger.announced)
    .fetch_all(db)
    .await?;
    faults
        .extend(wrong.into_iter().map(|(id, user, times)| format!("announcement {id} is {times} times in the inbox of {user}")));
    let wrong: Vec<(i64, i64)> = sqlx::query_as(
        "select b.id, e.entrant_id from esports.broadcasts b join esports.broadcast_entrants e on e.broadcast_id = b.id join esports.threads t on t.entrant_id = e.entrant_id
         where b.text = any($1)
           and (select count(*) from esports.messages m where m.thread_id = t.id and m.kind = 'broadcast' and m.text = b.text) <> 1",
    )
    .bind(&ledger.announced)
    .fetch_all(db)
    .await?;
    faults.extend(
        wrong.into_iter().map(|(id, entrant)| format!("announcement {id} is not once in the thread of entrant {entrant}")),
    );
    let announced: i64 = sqlx::query_scalar("select count(*) from esports.broadcasts where text = any($1)")
        .bind(&ledger.announced)
        .fetch_one(db)
        .await?;
    if usize::try_from(announced)? != ledger.announced.len() {
        faults.push(format!("{} announcements were made, {announced} are stored", ledger.announced.len()));
    }
    Ok(faults)
}
