//! A Redis of the test's own, from the machine's `redis-server`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct RedisServer {
    pub port: u16,
    child: Child,
    folder: PathBuf,
}

impl RedisServer {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts it with extra arguments. A restart drops them.
    pub fn start_with(words: &[&str]) -> Self {
        loop {
            let port = super::free_port();
            let folder = std::env::temp_dir().join(format!("manao-hub-redis-{}-{port}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let mut server = Self { port, child: launch(port, &folder, words), folder };
            // It ends at once if another test has taken the port in the meantime.
            if server.serves() {
                return server;
            }
        }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Ends it at once; nothing is saved.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again on the same port, with its last save: nothing, unless told to.
    pub fn restart(&mut self) {
        self.kill();
        self.child = launch(self.port, &self.folder, &[]);
        assert!(self.serves(), "port {} was taken", self.port);
    }

    /// Runs one command with the arguments of redis-cli.
    pub fn command(&self, words: &[&str]) -> String {
        let mut connection = redis::Client::open(self.url()).unwrap().get_connection().unwrap();
        let mut command = redis::cmd(words[0]);
        for word in &words[1..] {
            command.arg(word);
        }
        format!("{:?}", command.query::<redis::Value>(&mut connection).unwrap())
    }

    /// Waits until it answers; false if it ended instead.
    fn serves(&mut self) -> bool {
        let start = Instant::now();
        let client = redis::Client::open(self.url()).unwrap();
        let own = format!("process_id:{}\r\n", self.child.id());
        let ask = || client.get_connection().and_then(|mut c| redis::cmd("INFO").arg("server").query::<String>(&mut c));
        while !ask().is_ok_and(|info| info.contains(&own)) {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            assert!(start.elapsed() < super::PATIENCE, "redis-server does not answer on port {}", self.port);
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }
}

fn launch(port: u16, folder: &Path, words: &[&str]) -> Child {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .args(["--enable-debug-command", "yes"])
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("these tests need redis-server 7 or newer in PATH (apt install redis-server)")
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
