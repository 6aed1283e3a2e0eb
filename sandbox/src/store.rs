//! The sandbox's state: in memory, and in two files.
//!
//! `state.json` is the whole state at some earlier time, replaced atomically; `state.log` has a line for each change since. A change
//! returns once its line is written; changes made while a line is being written share the next one. A line cut by a crash was never
//! confirmed to anyone.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::{
    faults::Rule,
    oidc::model::Grant,
    opn::model::{Charge, Customer, Event, Source, Status, Token, Transfer},
    outbox::Delivery,
    partners::model::Order,
    phone::{authenticator::Authenticator, model::Message},
    push::model::{PushMessage, Subscription},
    table::Table,
    telecom::model::{Payment, Refund as TelecomRefund, Settlement},
    telecom::packages::model::Activation,
};

/// Number of finished rows of a kind that are kept.
const KEPT: usize = 10_000;
/// Size in bytes beyond which the log is folded into the state.
const LONGEST_LOG: u64 = 16 * 1024 * 1024;

/// Changed rows by table; null for a removed row.
type Changes = BTreeMap<&'static str, BTreeMap<String, Value>>;

macro_rules! tables {
    ($($(#[$meta:meta])* $name:ident: $row:ty,)*) => {
        /// The tables. Keys sort by time of creation unless noted otherwise.
        #[derive(Debug, Clone, Default, Serialize, Deserialize)]
        #[serde(default)]
        pub struct State {
            $($(#[$meta])* pub $name: Table<$row>,)*
        }

        impl State {
            /// Takes the changes since the last call, to be written as a line.
            fn changes(&mut self) -> Vec<Box<dyn FnOnce(&mut Changes) -> serde_json::Result<()> + Send>> {
                let mut tables: Vec<Box<dyn FnOnce(&mut Changes) -> serde_json::Result<()> + Send>> = Vec::new();
                $(
                    let rows = self.$name.changes();
                    if !rows.is_empty() {
                        tables.push(Box::new(move |changes| {
                            let table = changes.entry(stringify!($name)).or_default();
                            for (key, row) in rows {
                                table.insert(key, serde_json::to_value(row)?);
                            }
                            Ok(())
                        }));
                    }
                )*
                tables
            }

            fn apply(&mut self, mut line: BTreeMap<String, BTreeMap<String, Value>>) -> serde_json::Result<()> {
                $(
                    if let Some(rows) = line.remove(stringify!($name)) {
                        self.$name.apply(rows)?;
                    }
                )*
                Ok(())
            }
        }
    };
}

tables! {
    sources: Source,
    charges: Charge,
    tokens: Token,
    customers: Customer,
    /// `Idempotency-Key` → charge.
    idempotency: String,
    events: Event,
    transfers: Transfer,
    outbox: Delivery,
    /// By `partner reference`.
    orders: Order,
    /// The amount taken from our float at each partner, satang.
    partner_spent: i64,
    telecom_payments: Payment,
    telecom_refunds: TelecomRefund,
    telecom_settlements: Settlement,
    /// Packages on numbers, by reference.
    activations: Activation,
    /// The amount taken from each number, satang.
    telecom_spent: i64,
    /// Numbers whose owners block texts for payments, by `msisdn`.
    telecom_blocked: bool,
    messages: Message,
    authenticators: Authenticator,
    push_subscriptions: Subscription,
    push_messages: PushMessage,
    grants: Grant,
    rules: Rule,
}

impl State {
    /// Removes the oldest finished rows beyond [`KEPT`].
    fn prune(&mut self) {
        shorten(&mut self.charges, |charge| charge.status != Status::Pending && charge.plan.is_none());
        shorten(&mut self.tokens, |_| true);
        shorten(&mut self.sources, |_| true);
        shorten(&mut self.events, |_| true);
        shorten(&mut self.transfers, |_| true);
        shorten(&mut self.messages, |_| true);
        shorten(&mut self.authenticators, |_| true);
        shorten(&mut self.push_subscriptions, |_| true);
        shorten(&mut self.push_messages, |_| true);
        shorten(&mut self.telecom_payments, |payment| !payment.is_open());
        shorten(&mut self.telecom_refunds, |refund| refund.done_at.is_some());
        shorten(&mut self.telecom_settlements, |_| true);
        shorten(&mut self.activations, Activation::is_over);
        if is_long(&self.orders) {
            // Keyed by reference: the time that separates old from new must be searched for.
            let mut times: Vec<_> = self.orders.values().map(|order| order.accepted_at).collect();
            times.sort_unstable();
            let oldest_kept = times[times.len() - KEPT];
            self.orders.keep(|o| o.finished_at.is_none() || o.accepted_at >= oldest_kept);
        }
        if is_long(&self.idempotency) {
            let charges = &self.charges;
            self.idempotency.keep(|charge| charges.contains_key(charge));
        }
    }
}

/// Allows a tenth of slack, so that a table is not walked at every change.
fn is_long<V>(table: &Table<V>) -> bool {
    table.len() > KEPT + KEPT / 10
}

fn shorten<V>(table: &mut Table<V>, may_go: impl Fn(&V) -> bool) {
    if is_long(table) {
        let mut surplus = table.len() - KEPT;
        table.keep(|value| {
            let goes = surplus > 0 && may_go(value);
            surplus -= usize::from(goes);
            !goes
        });
    }
}

/// The state and its files.
pub struct Store {
    state: Mutex<State>,
    /// Counts changes; the phone page listens to it as well.
    version: watch::Sender<u64>,
    saved: watch::Sender<u64>,
    folder: PathBuf,
    /// None after a line failed to be written: then only the whole state can be written.
    log: Mutex<Option<File>>,
    /// Only one write at a time.
    writing: tokio::sync::Mutex<()>,
}

impl Store {
    /// Reads the files, or starts empty.
    pub fn open(folder: &Path) -> anyhow::Result<Arc<Self>> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let state = read(folder)?;
        fold(folder, &state)?;
        let log = File::create(folder.join("state.log")).with_context(|| format!("cannot write in {}", folder.display()))?;
        Ok(Arc::new(Self {
            state: Mutex::new(state),
            version: watch::channel(0).0,
            saved: watch::channel(0).0,
            folder: folder.to_owned(),
            log: Mutex::new(Some(log)),
            writing: tokio::sync::Mutex::new(()),
        }))
    }

    /// Reads the state.
    pub fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&lock(&self.state))
    }

    /// Changes the state; it is written soon.
    pub fn change_soon<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        self.act(act).0
    }

    /// Changes the state, and waits until the change is written.
    pub async fn change<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let (result, version) = self.act(act);
        self.written(version).await;
        result
    }

    /// Waits until everything changed so far is written.
    pub async fn settled(&self) {
        let version = *self.version.borrow();
        self.written(version).await;
    }

    async fn written(&self, version: u64) {
        let mut saved = self.saved.subscribe();
        let wait = saved.wait_for(|saved| *saved >= version);
        if !matches!(tokio::time::timeout(Duration::from_secs(5), wait).await, Ok(Ok(_))) {
            tracing::error!(version, "the state was not written in time");
        }
    }

    /// Notifies of every change.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Writes all changes; never returns.
    pub async fn keep_written(self: Arc<Self>) {
        let mut changes = self.version.subscribe();
        loop {
            changes.borrow_and_update();
            if let Err(error) = self.clone().write().await {
                tracing::error!(%error, "cannot write the state");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Writes what has changed so far.
    pub async fn write(self: Arc<Self>) -> anyhow::Result<()> {
        let _one = self.writing.lock().await;
        let store = self.clone();
        let version = tokio::task::spawn_blocking(move || store.write_now()).await??;
        self.saved.send_replace(version);
        Ok(())
    }

    fn write_now(&self) -> anyhow::Result<u64> {
        let (version, tables) = {
            let mut state = lock(&self.state);
            state.prune();
            // Read under the lock: every change up to it is among the rows.
            (*self.version.borrow(), state.changes())
        };
        let mut log = lock(&self.log);
        if tables.is_empty() && log.is_some() {
            return Ok(version);
        }
        let mut changes = Changes::new();
        for table in tables {
            table(&mut changes)?;
        }
        let mut line = serde_json::to_vec(&changes)?;
        line.push(b'\n');
        let mut append = |file: &mut File| {
            file.write_all(&line)?;
            Ok::<_, std::io::Error>(file.metadata()?.len())
        };
        let length = log.as_mut().map(&mut append);
        if !matches!(length, Some(Ok(length)) if length <= LONGEST_LOG) {
            *log = None;
            let state = lock(&self.state).clone();
            fold(&self.folder, &state)?;
            *log = Some(File::create(self.folder.join("state.log"))?);
        }
        Ok(version)
    }

    fn act<T>(&self, act: impl FnOnce(&mut State) -> T) -> (T, u64) {
        let mut state = lock(&self.state);
        let result = act(&mut state);
        // Counted under the lock: a write that starts later includes the change.
        self.version.send_modify(|version| *version += 1);
        (result, *self.version.borrow())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(folder: &Path) -> anyhow::Result<State> {
    let file = folder.join("state.json");
    let mut state: State = match read_if_there(&file)? {
        Some(bytes) => {
            serde_json::from_slice(&bytes).with_context(|| format!("{} is not readable as a state", file.display()))?
        }
        None => State::default(),
    };
    let file = folder.join("state.log");
    let log = read_if_there(&file)?.unwrap_or_default();
    // A line without its end was cut by a crash.
    let whole = log.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    for line in log[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        serde_json::from_slice(line)
            .and_then(|line| state.apply(line))
            .with_context(|| format!("{} is not readable as a log", file.display()))?;
    }
    Ok(state)
}

fn read_if_there(file: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match std::fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// Replaces the whole state's file. The log may be emptied afterwards; applying it twice does no harm.
fn fold(folder: &Path, state: &State) -> anyhow::Result<()> {
    let fresh = folder.join("state.json.new");
    std::fs::write(&fresh, serde_json::to_vec(state)?).with_context(|| format!("cannot write {}", fresh.display()))?;
    std::fs::rename(&fresh, folder.join("state.json"))?;
    Ok(())
}
