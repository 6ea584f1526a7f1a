/* Notes, beside a file that is written, what each write not yet synced has replaced: what a power cut may take back.
   Loaded before libc (LD_PRELOAD) by tests/help/powercut.py, which says which file, where the notes lie and their form. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
struct note { uint64_t at, length, kept, size; };  /* a write of `length` at `at`; it replaced `kept` bytes, of `size` */
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

/* Where the notes of an open file lie, or 0 where it is another file. */
static int notes_of(int fd, char *notes) {
    const char *file = getenv("POWERCUT_FILE"), *folder = getenv("POWERCUT_NOTES");
    char link[64], path[PATH_MAX + 1];
    if (!file || !folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX);
    if (length < 0) return 0;
    path[length] = 0;
    size_t own = strlen(file);
    if (strncmp(path, file, own) || (path[own] && strcmp(path + own, "-wal"))) return 0;
    snprintf(notes, PATH_MAX, "%s/%s", folder, path[own] ? "wal" : "db");
    return 1;
}

static void note(int fd, off_t at, size_t length, int shorter) {
    char notes[PATH_MAX];
    struct stat found;
    if (!notes_of(fd, notes) || fstat(fd, &found)) return;
    size_t kept = at >= found.st_size ? 0 : (size_t)(found.st_size - at);
    if (!shorter && kept > length) kept = length;
    char *bytes = malloc(sizeof(struct note) + kept);
    struct note *head = (struct note *)bytes;
    *head = (struct note){at, shorter ? UINT64_MAX : length, kept, found.st_size};
    if (pread(fd, bytes + sizeof *head, kept, at) != (ssize_t)kept) abort();
    int to = open(notes, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (to < 0 || REAL(write)(to, bytes, sizeof *head + kept) != (ssize_t)(sizeof *head + kept)) abort();
    close(to);
    free(bytes);
}

#define NOTED(fd, at, length, shorter, call) \
    pthread_mutex_lock(&one); note(fd, at, length, shorter); __typeof__(call) done = call; \
    pthread_mutex_unlock(&one); return done

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { NOTED(fd, at, length, 0, REAL(pwrite)(fd, data, length, at)); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { NOTED(fd, at, length, 0, REAL(pwrite64)(fd, data, length, at)); }
int ftruncate(int fd, off_t at) { NOTED(fd, at, 0, 1, REAL(ftruncate)(fd, at)); }
int ftruncate64(int fd, off64_t at) { NOTED(fd, at, 0, 1, REAL(ftruncate64)(fd, at)); }

static int synced(int fd, int (*sync)(int)) {
    char notes[PATH_MAX];
    pthread_mutex_lock(&one);
    int ours = notes_of(fd, notes);
    if (ours && getenv("POWERCUT_SLOW")) usleep(1000 * atoi(getenv("POWERCUT_SLOW")));
    int done = sync(fd);
    if (done == 0 && ours && !getenv("POWERCUT_LIES")) (void)!truncate(notes, 0);
    pthread_mutex_unlock(&one);
    return done;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

/* A WAL that is taken away at an orderly end has nothing left to lose. */
int unlink(const char *path) {
    const char *file = getenv("POWERCUT_FILE"), *folder = getenv("POWERCUT_NOTES");
    char notes[PATH_MAX];
    if (file && folder && !strncmp(path, file, strlen(file)) && !strcmp(path + strlen(file), "-wal")) {
        snprintf(notes, sizeof notes, "%s/wal", folder);
        (void)!truncate(notes, 0);
    }
    return REAL(unlink)(path);
}
