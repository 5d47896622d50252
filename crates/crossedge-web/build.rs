//! A release carries the page as it was built last; a program for tests reads it from its folder, so that it need not be compiled again for it.

fn main() {
    match std::env::var("PROFILE").as_deref() {
        Ok("release") => println!("cargo:rerun-if-changed=page"),
        _ => println!("cargo:rerun-if-changed=build.rs"),
    }
}
