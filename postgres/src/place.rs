//! Under whom PostgreSQL runs, and where its files and socket lie so that this user reaches them.

use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use nix::unistd::{Gid, Uid, User, chown, geteuid};
use sha2::{Digest as _, Sha256};

/// Everything a command of PostgreSQL needs to know.
#[derive(Clone, Debug)]
pub struct Place {
    pub home: PathBuf,
    /// The database's files
    pub files: PathBuf,
    /// Folder of the socket
    pub socket: PathBuf,
    /// Set when we are root, which PostgreSQL refuses to be
    pub user: Option<(u32, u32)>,
}

impl Place {
    pub fn prepare(data: &Path, home: PathBuf) -> Result<Self> {
        std::fs::create_dir_all(data).with_context(|| format!("make {}", data.display()))?;
        let data = data.canonicalize()?;
        let hash = hex::encode(&Sha256::digest(data.as_os_str().as_encoded_bytes())[..8]);
        let user = geteuid().is_root().then(|| unprivileged(&data.join("pg"))).transpose()?;
        let mut place = Self { home, files: data.join("pg"), socket: PathBuf::new(), user };
        if let Some(user) = place.user {
            place.move_within_reach(&data, &hash, user)?;
        }
        place.socket = socket_folder(&hash, user.map_or_else(|| geteuid().as_raw(), |(uid, _)| uid), user)?;
        Ok(place)
    }

    /// A command of PostgreSQL's under its user. It starts in `/`, because it may not enter where we are.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.home.join("bin").join(program));
        command.current_dir("/").env_remove("PGDATA").env("LC_ALL", "C.UTF-8");
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Gives a fresh folder to PostgreSQL's user.
    pub fn own(&self, folder: &Path) -> Result<()> {
        let mut builder = std::fs::DirBuilder::new();
        builder.mode(0o700).recursive(true).create(folder).with_context(|| format!("make {}", folder.display()))?;
        if let Some((uid, gid)) = self.user {
            chown(folder, Some(Uid::from_raw(uid)), Some(Gid::from_raw(gid)))?;
        }
        Ok(())
    }

    /// As root, our folders may lie where nobody else may go (`/root`). Then the files live under /var/lib/manao with a link
    /// at the usual place, and the binaries are copied there too.
    fn move_within_reach(&mut self, data: &Path, hash: &str, user: (u32, u32)) -> Result<()> {
        let shelter = Path::new("/var/lib/manao");
        if !reaches(user, &self.home.join("bin/postgres")) {
            let version = std::fs::metadata(self.home.join("bin/postgres"))?;
            let copy = shelter.join(format!("postgres-{}-{}", version.len(), version.mtime()));
            if !copy.join("bin/postgres").is_file() {
                let draft = shelter.join(format!("postgres-draft-{}", std::process::id()));
                copy_tree(&self.home, &draft)?;
                // The second process finds the first one's copy, which is the same.
                if std::fs::rename(&draft, &copy).is_err() {
                    std::fs::remove_dir_all(&draft)?;
                }
            }
            self.home = copy;
        }
        if !reaches(user, data) {
            let files = shelter.join(hash);
            std::fs::create_dir_all(&files)?;
            let link = data.join("pg");
            if link.symlink_metadata().is_err() {
                std::os::unix::fs::symlink(files.join("pg"), &link)?;
            }
            self.files = files.join("pg");
        }
        Ok(())
    }
}

/// The owner of the files if there are any, else `nobody`, who has no other rights.
fn unprivileged(files: &Path) -> Result<(u32, u32)> {
    if let Ok(found) = std::fs::metadata(files)
        && found.uid() != 0
    {
        return Ok((found.uid(), found.gid()));
    }
    for name in ["nobody", "daemon"] {
        if let Some(user) = User::from_name(name)?
            && user.uid.as_raw() != 0
        {
            return Ok((user.uid.as_raw(), user.gid.as_raw()));
        }
    }
    Ok((65534, 65534))
}

/// Asked of the system itself, so that mode bits, access lists and mounts all count.
fn reaches((uid, gid): (u32, u32), path: &Path) -> bool {
    let mut test = Command::new("/bin/sh");
    test.args(["-c", "test -x \"$1\"", "sh"]).arg(path).uid(uid).gid(gid).current_dir("/");
    test.stdin(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A socket's path has at most 107 bytes, so it cannot lie beside the data.
fn socket_folder(hash: &str, uid: u32, user: Option<(u32, u32)>) -> Result<PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let base = runtime.filter(|dir| user.is_none() && dir.is_dir() && dir.as_os_str().len() < 60);
    let folder = base.unwrap_or_else(|| PathBuf::from("/tmp")).join(format!("manao-{uid}-{hash}"));
    match std::fs::DirBuilder::new().mode(0o700).create(&folder) {
        Ok(()) => {
            if let Some((uid, gid)) = user {
                chown(&folder, Some(Uid::from_raw(uid)), Some(Gid::from_raw(gid)))?;
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error).with_context(|| format!("make {}", folder.display())),
    }
    let found = std::fs::symlink_metadata(&folder)?;
    // Anyone may make a folder in /tmp: one that is not ours must not become our database's door.
    let ours = found.is_dir() && found.uid() == uid && found.mode() & 0o077 == 0;
    ensure!(ours, "{} belongs to someone else", folder.display());
    Ok(folder)
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to).with_context(|| format!("make {}", to.display()))?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(entry.path())?, &target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
