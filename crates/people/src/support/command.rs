//! The command `manao threads`: lists what members have written to our team, and answers.

use clap::Subcommand;

use super::draft::Draft;
use super::list::{self, SupportFilter};
use super::send;
use super::shapes::{SupportEntry, SupportMessage, SupportState, SupportThread};
use super::state::{self, Actor};
use super::thread::{self, Reader};
use manao_kernel::app::App;
use manao_kernel::paging::Paging;
use manao_kernel::problem::{Lang, Problem};

/// Most threads that a list shows.
const SHOWN: u32 = 100;
/// No user's id: the command line reads for nobody.
const NOBODY: i64 = 0;

#[derive(Subcommand, Debug)]
pub enum ThreadsCommand {
    /// Show open threads, the longest wait first
    List {
        /// Show those in this state instead: `waiting`, `answered` or `closed`
        #[arg(long)]
        state: Option<SupportState>,
    },
    /// Show a thread with its newest messages
    Show { id: i64 },
    /// Answer a thread; the member is notified
    Answer { id: i64, text: String },
    /// Close a thread; the member is notified
    Close { id: i64 },
    /// Reopen a closed thread
    Reopen { id: i64 },
}

/// Runs the command and returns the text to print.
///
/// # Errors
/// Returns an error if there is no such thread, if it is closed, or if the text is empty or too long. Also if the database fails.
pub async fn run(app: &App, command: ThreadsCommand) -> anyhow::Result<String> {
    let done = match command {
        ThreadsCommand::List { state } => list(app, state).await,
        ThreadsCommand::Show { id } => show(app, id).await,
        ThreadsCommand::Answer { id, text } => answer(app, id, &text).await,
        ThreadsCommand::Close { id } => {
            state::close(app, id, Actor::Staff(None), None).await.map(|()| format!("Thread {id} is closed."))
        }
        ThreadsCommand::Reopen { id } => state::reopen(app, id, None, None).await.map(|()| format!("Thread {id} is open.")),
    };
    done.map_err(|problem| anyhow::anyhow!("{}", problem.message(Lang::En)))
}

async fn answer(app: &App, id: i64, text: &str) -> Result<String, Problem> {
    send::answer(app, id, None, None, &Draft::from_text(text)?).await?;
    Ok(format!("Thread {id} is answered."))
}

async fn list(app: &App, state: Option<SupportState>) -> Result<String, Problem> {
    let threads = list::all(app, SupportFilter { state, topic: None }, Paging::new(1, SHOWN)).await?;
    if threads.items.is_empty() {
        return Ok("No thread.".to_owned());
    }
    let lines = threads.items.iter().map(|thread| {
        let since = thread.waiting_since.unwrap_or(thread.updated_at).format("%Y-%m-%d %H:%M");
        let member = thread.member_name.as_deref().unwrap_or_default();
        format!("{}\t{}\t{since}\t{}\t{member}\t{}", thread.id, thread.state, thread.topic, thread.subject)
    });
    let lines: Vec<String> = lines.collect();
    let more = threads.total - i64::try_from(lines.len()).unwrap_or(threads.total);
    let more = if more > 0 { format!("\n{more} more") } else { String::new() };
    Ok(format!("thread\tstate\tsince (UTC)\ttopic\tmember\tsubject\n{}{more}", lines.join("\n")))
}

async fn show(app: &App, id: i64) -> Result<String, Problem> {
    let thread = thread::view(app, id, Reader { user_id: NOBODY, staff: true }, None).await?;
    let mut lines = head(&thread);
    if thread.more {
        lines.push("(earlier messages are left out)".to_owned());
    }
    lines.extend(thread.items.iter().map(entry));
    Ok(lines.join("\n"))
}

fn head(thread: &SupportThread) -> Vec<String> {
    let mut lines = vec![format!("{} · {} · {}", thread.subject, thread.topic, thread.state)];
    if let Some(member) = &thread.member {
        let suspended = if member.suspended { ", suspended" } else { "" };
        let known = [Some(member.user_id.to_string()), member.email.clone(), member.mobile_number.clone()];
        let known: Vec<String> = known.into_iter().flatten().collect();
        lines.push(format!("{} ({}){suspended}", member.name, known.join(", ")));
    }
    if let Some(order) = &thread.order {
        lines.push(format!("order {} · {}", order.number, order.status));
    }
    if let Some(tournament) = &thread.tournament {
        lines.push(format!("tournament {} · {}", tournament.id, tournament.name.en));
    }
    lines.extend(thread.page.as_ref().map(|page| format!("from {page}")));
    lines
}

fn entry(message: &SupportMessage) -> String {
    let at = message.at.format("%Y-%m-%d %H:%M");
    let side = message.side.map_or("scheduler", |side| side.as_str());
    let name = message.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    if message.kind != SupportEntry::Text {
        return format!("\n{at} {side}{name}: {}", message.kind);
    }
    let pictures = match message.pictures.len() {
        0 => String::new(),
        count => format!("\n[pictures: {count}]"),
    };
    format!("\n{at} {side}{name}\n{}{pictures}", message.text.as_deref().unwrap_or_default())
}
