//! Processes under measurement: started on a core of their own, watched through /proc, ended with the bench.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::Pid;

pub struct Process {
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts a command, on one core if it is given, and waits until it listens on `address`.
    pub fn start(mut command: Command, address: SocketAddr, core: impl Into<Option<usize>>) -> Result<Self> {
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().with_context(|| format!("start {command:?}"))?;
        let process = Self { address, child };
        if let Some(core) = core.into() {
            pin(process.pid(), core)?;
        }
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            ensure!(start.elapsed() < Duration::from_secs(60), "nothing listens on {address}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(process)
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// CPU time used so far by all threads.
    pub fn cpu(&self) -> Result<Duration> {
        let mut nanos = 0;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            let stat = std::fs::read_to_string(task?.path().join("schedstat"))?;
            nanos += stat.split(' ').next().unwrap_or_default().parse::<u64>().context("schedstat")?;
        }
        Ok(Duration::from_nanos(nanos))
    }

    /// Resident memory in KiB.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address of this machine that is free now.
pub fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

/// Ties a process (0: this one) to a core, as far as there are that many.
pub fn pin(pid: Pid, core: usize) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut set = CpuSet::new();
    set.set(core % cores)?;
    sched_setaffinity(pid, &set).context("choose a core")
}

/// Allows as many open files as the system lets us; answers how many.
pub fn raise_file_limit() -> Result<u64> {
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, most, most)?;
    Ok(most)
}
