//! Processes under measurement: started on a core of their own, watched through /proc, ended with the bench.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

pub struct Process {
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts a command, on one core if it is given, and waits until it listens on `address`.
    pub fn start(mut command: Command, address: SocketAddr, core: impl Into<Option<usize>>) -> Result<Self> {
        // The environment is not shown: it holds the secrets of this run.
        let name = command.get_program().to_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        let mut process = Self { address, child: child.with_context(|| format!("start {}", name.display()))? };
        if let Some(core) = core.into() {
            pin(process.pid(), core)?;
        }
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            ensure!(!process.has_ended()?, "{} has ended by itself", name.display());
            ensure!(start.elapsed() < Duration::from_secs(120), "nothing listens on {address}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(process)
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// Returns the CPU time used so far by all threads.
    pub fn cpu(&self) -> Result<Duration> {
        let mut nanos = 0;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            let stat = std::fs::read_to_string(task?.path().join("schedstat"))?;
            nanos += stat.split(' ').next().unwrap_or_default().parse::<u64>().context("schedstat")?;
        }
        Ok(Duration::from_nanos(nanos))
    }

    /// Returns the resident memory in KiB.
    pub fn memory(&self) -> Result<u64> {
        self.status("VmRSS:")
    }

    /// Returns the peak of the resident memory, in KiB.
    pub fn peak(&self) -> Result<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, field: &'static str) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(field)).context(field)?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// Asks it to end. Another process may be started at its place when this one is dropped.
    pub fn ask_to_end(&self) -> Result<()> {
        self.signal(Signal::SIGTERM)
    }

    pub fn signal(&self, signal: Signal) -> Result<()> {
        kill(self.pid(), signal).with_context(|| signal.to_string())
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the CPU time used so far by a process, its children, and those of them that have ended.
pub fn family_cpu(parent: u32) -> Result<Duration> {
    let mut ticks = 0;
    for entry in std::fs::read_dir("/proc")? {
        let Ok(stat) = std::fs::read_to_string(entry?.path().join("stat")) else { continue };
        // The name in brackets may hold anything.
        let Some((id, rest)) = stat.split_once(" (").zip(stat.rsplit_once(") ")).map(|(id, rest)| (id.0, rest.1)) else {
            continue;
        };
        let fields: Vec<&str> = rest.split(' ').collect();
        let field = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
        let is_parent = id.parse() == Ok(parent);
        if is_parent || field(1) == u64::from(parent) {
            ticks += field(11) + field(12);
        }
        if is_parent {
            ticks += field(13) + field(14);
        }
    }
    Ok(Duration::from_millis(ticks * 10))
}

/// Returns an address of this machine that is free now. Its port lies outside the range for outgoing links. Such a link might take it before
/// the server does, or while the server is restarted.
pub fn free_address() -> Result<SocketAddr> {
    for _ in 0..1000 {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, rand::random_range(10_000..32_000)));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    bail!("no port is free")
}

/// Ties a process (0: this one) to a core, as far as there are that many.
pub fn pin(pid: Pid, core: usize) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut set = CpuSet::new();
    set.set(core % cores)?;
    sched_setaffinity(pid, &set).context("choose a core")
}

/// Open files that the largest measurement takes: 2,000 rooms of ten.
const SOCKETS: u64 = 40_000;

/// Raises the limit of open files as far as the system allows. Returns the limit.
pub fn raise_file_limit() -> Result<u64> {
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
    // An administrator may have more than was given.
    let wanted = most.max(SOCKETS);
    if setrlimit(Resource::RLIMIT_NOFILE, wanted, wanted).is_ok() {
        return Ok(wanted);
    }
    setrlimit(Resource::RLIMIT_NOFILE, most, most)?;
    Ok(most)
}
