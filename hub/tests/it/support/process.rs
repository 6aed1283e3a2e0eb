//! The `hub` binary as a process that can be killed.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

pub struct Process {
    pub address: SocketAddr,
    child: Child,
    redis: String,
    settings: Vec<(&'static str, String)>,
}

impl Process {
    pub fn start(redis: &str) -> Self {
        Self::start_with(redis, Vec::new())
    }

    /// Starts it with settings of the environment instead of those for tests.
    pub fn start_with(redis: &str, settings: Vec<(&'static str, String)>) -> Self {
        loop {
            let address = SocketAddr::from(([127, 0, 0, 1], super::free_port()));
            let child = launch(address, redis, &settings);
            let mut process = Self { address, child, redis: redis.to_owned(), settings: settings.clone() };
            // It ends at once if another test has taken the port in the meantime.
            if process.serves() {
                return process;
            }
        }
    }

    pub fn signal(&mut self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
        self.child.wait().unwrap();
    }

    /// Stops it where it is, until [`Process::resume`].
    pub fn pause(&self) {
        self.send(Signal::SIGSTOP);
    }

    pub fn resume(&self) {
        self.send(Signal::SIGCONT);
    }

    fn send(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    pub fn restart(&mut self) {
        self.child = launch(self.address, &self.redis, &self.settings);
        assert!(self.serves(), "{} was taken", self.address);
    }

    /// Returns the resident memory in KiB: the current one (`VmRSS`), or its peak (`VmHWM`).
    pub fn memory(&self, which: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(which)).unwrap();
        line.trim_matches([':', ' ', '\t', 'k', 'B']).parse().unwrap()
    }

    /// Returns its answer at `/readyz`, with the status line.
    pub fn readyz(&self) -> String {
        readyz(self.address).unwrap()
    }

    /// Waits until it is ready; false if it ended instead.
    fn serves(&mut self) -> bool {
        let start = Instant::now();
        while !ready(self.address) {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            assert!(start.elapsed() < super::PATIENCE, "the hub does not get ready");
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }
}

fn ready(address: SocketAddr) -> bool {
    readyz(address).is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// Returns the whole answer.
fn readyz(address: SocketAddr) -> std::io::Result<String> {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(address)?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn launch(address: SocketAddr, redis: &str, settings: &[(&str, String)]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hub"))
        .env("HOST", address.ip().to_string())
        .env("PORT", address.port().to_string())
        .env("METRICS_PORT", "0")
        .env("LINES_PER_ADDRESS", "10000")
        .env("JWT_SECRET", std::str::from_utf8(super::SECRET).unwrap())
        .env("HUB_TOPICS", super::TOPICS)
        .env("REDIS_URL", redis)
        .env("HUB_DRAIN_MS", "500")
        // It holds all events that can be missed here, and waits for clients even on a slow machine.
        .env("HUB_QUEUE_BYTES", (256 << 20).to_string())
        .env("HUB_HELLO_MS", "60000")
        .env("HUB_PONG_MS", "60000")
        .env("HUB_WRITE_MS", "60000")
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
